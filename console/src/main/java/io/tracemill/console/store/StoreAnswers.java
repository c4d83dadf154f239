package io.tracemill.console.store;

import io.tracemill.console.api.Answerer;
import io.tracemill.pipeline.config.ChangeKeys;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The answers from the store, by path. All paths share a limit and a cache. */
public final class StoreAnswers {
  private static final int AT_ONCE = 2;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private final StoreAccess index;
  private final QuestionLimit limit = new QuestionLimit(AT_ONCE, LONGEST_WAIT);
  private final AnswerCache cache;
  private final Map<String, Answerer> byPath = new TreeMap<>();
  private final Answerer pastProfile;

  /**
   * Answers from the store that a configuration names.
   *
   * @param asOfMillis the end of the newest window, epoch milliseconds; empty before the first
   */
  public StoreAnswers(
      TracemillConfig config, Supplier<OptionalLong> asOfMillis, InstantSource clock) {
    index = new StoreAccess(config);
    cache = new AnswerCache(clock);
    put("index/overview", index.inSession(CategoryQuestions::overview));
    put("index/category", index.inSession(CategoryQuestions::category));
    put("index/difference", index.inSession(CategoryQuestions::difference));
    put("index/histogram", index.inSession(LatencyQuestions::histogram));
    put("index/tendency", index.inSession(LatencyQuestions::tendency));
    put("index/shares", index.inSession(LatencyQuestions::shares));
    put("index/grid", index.inSession(LatencyQuestions::grid));
    TraceQuestions traces = new TraceQuestions(config.get(ChangeKeys.LINKS_TRACE));
    put("index/traces", index.inSession(traces::traces));
    put("index/trace", index.inSession(traces::trace));
    put("index/compare", new CompareQuestion(index));
    put("index/change", new ChangeQuestion(index, config));
    put(
        "index/past",
        new PastQuestion(index, asOfMillis, config.get(Keys.PROFILES_WINDOW).toMillis()));
    put("index/sql", new SqlQuestion(index));
    pastProfile = answerer("endpoint/profile", new PastProfiles(index, config));
  }

  private void put(String path, Question question) {
    byPath.put(path, answerer(path, question));
  }

  private Answerer answerer(String path, Question question) {
    return new StoreAnswerer(path, question, index, limit, cache);
  }

  /** The answerer of each path that begins with {@code index/}. */
  public Map<String, Answerer> byPath() {
    return Map.copyOf(byPath);
  }

  /**
   * Answers with the profile of an endpoint in the range of the parameters {@code from} and {@code
   * to}, as a record of the stream profiles.
   */
  public Answerer pastProfile() {
    return pastProfile;
  }
}
