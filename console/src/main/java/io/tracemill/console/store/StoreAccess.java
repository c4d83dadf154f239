package io.tracemill.console.store;

import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.SkippedFile;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreDirectory;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.AnswerJson;
import io.tracemill.store.sql.SqlProcess;
import io.tracemill.store.sql.SqlResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the store that the configuration names. Answers and messages hide the path of the store. All
 * questions share a limit and a cache.
 */
final class StoreAccess {
  private static final Logger LOG = LoggerFactory.getLogger(StoreAccess.class);
  private static final int AT_ONCE = 2;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);
  private static final int USUAL_ROWS = 1_000;
  private static final int MAX_ROWS = 10_000;

  private final String configured;
  private final EngineLimits limits;
  private final QuestionLimit limit = new QuestionLimit(AT_ONCE, LONGEST_WAIT);
  private final AnswerCache cache;

  /** A question that the store answers. */
  @FunctionalInterface
  interface Question {
    /**
     * The answer, as JSON.
     *
     * @throws ApiException if a parameter is bad or there is no store
     * @throws QueryException if there is no answer
     */
    String ask(ApiQuery query) throws IOException;
  }

  /**
   * Asks a store.
   *
   * @param limits the memory, disk space and time that a question may use
   */
  StoreAccess(TracemillConfig config, EngineLimits limits, InstantSource clock) {
    this.configured = config.get(Keys.STORE_PATH);
    this.limits = limits;
    this.cache = new AnswerCache(clock);
  }

  /**
   * The JSON of an answer that is kept, or of a new one.
   *
   * @throws ApiException if there is none
   */
  RawValue limited(String path, Question question, ApiQuery query) {
    // Without a store, refuse before waiting for a place.
    directory();
    try {
      return new RawValue(
          cache.get(new AnswerCache.Key(path, query), () -> limit.ask(() -> question.ask(query))));
    } catch (ExecutionException e) {
      throw refusal(path, e.getCause() == null ? e : e.getCause());
    }
  }

  private ApiException refusal(String path, Throwable cause) {
    if (cause instanceof ApiException refused) {
      return refused;
    } else if (cause instanceof QueryException none) {
      return new ApiException(
          422,
          "no-answer",
          String.valueOf(none.getMessage()).replace(directory().toString(), "store.path"));
    }
    LOG.error("{} failed", path, cause);
    return new ApiException(
        500, "store-failed", "the console failed to read the store; see its log");
  }

  /**
   * The directory of the store.
   *
   * @throws ApiException if the configuration names none, or one that is not local or mounted
   */
  private Path directory() {
    if (configured.isEmpty()) {
      throw off(
          "This console has no store. Set store.path in the configuration of the job and"
              + " the console, then restart both.");
    }
    try {
      return StoreDirectory.local(configured).toAbsolutePath().normalize();
    } catch (QueryException e) {
      throw off(
          "store.path is not a local or mounted directory. Mount the store where the console runs,"
              + " then set store.path in the configuration of the console.");
    }
  }

  /**
   * Opens the store.
   *
   * @throws ApiException if there is none
   */
  Store open() {
    Path directory = directory();
    try {
      return Store.open(directory, Optional.empty(), limits);
    } catch (QueryException e) {
      throw off(
          "There is no store at store.path. The job writes its first files after a few"
              + " minutes. If they are on another machine, mount that directory.");
    }
  }

  private static ApiException off(String message) {
    return new ApiException(409, "store-off", message);
  }

  /** Asks about the requests that the parameters select. */
  String inSession(ApiQuery query, Function<Asked, ?> question) {
    Filter filter = Asked.filter(query);
    try (StoreSession session = open().session(filter.time())) {
      return json(question.apply(new Asked(session, filter, query)), session);
    }
  }

  /** Asks two sessions, one for each range of time; the same one if the ranges are equal. */
  String inSessions(
      Period before, Period after, BiFunction<StoreSession, StoreSession, Object> question) {
    Store store = open();
    if (before.equals(after)) {
      try (StoreSession both = store.session(before)) {
        return json(question.apply(both, both), both);
      }
    }
    try (StoreSession first = store.session(before);
        StoreSession second = store.session(after)) {
      return json(question.apply(first, second), first, second);
    }
  }

  /** Runs one SELECT statement in a separate process, which can only read. */
  String sql(ApiQuery query) {
    String sql = query.required("sql");
    int maxRows = query.number("maxRows", USUAL_ROWS, 1, MAX_ROWS);
    open();
    SqlResult result =
        SqlProcess.run(
            directory(), Optional.empty(), query.time(), sql, limits.withMaxRows(maxRows));
    return AnswerJson.of(result, result.skippedFiles().stream().map(this::relative).toList());
  }

  /** The JSON of an answer, with the files that the sessions skipped. */
  String json(Object answer, StoreSession... sessions) {
    return AnswerJson.of(
        answer,
        Stream.of(sessions)
            .flatMap(session -> session.skipped().stream())
            .map(this::relative)
            .distinct()
            .toList());
  }

  /** The same file, with its path relative to the store. */
  private SkippedFile relative(SkippedFile file) {
    Path directory = directory();
    Path path = Path.of(file.file());
    return path.startsWith(directory)
        ? new SkippedFile(directory.relativize(path).toString(), file.reason())
        : file;
  }
}
