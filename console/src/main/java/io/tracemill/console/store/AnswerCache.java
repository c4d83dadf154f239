package io.tracemill.console.store;

import io.tracemill.console.api.ApiQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Keeps answers for 30 seconds, since many pages ask the same. Equal questions at the same time run
 * once, and all get the same answer or failure. When full, it drops the least recently used answer.
 */
final class AnswerCache {
  private static final Duration FRESH = Duration.ofSeconds(30);
  private static final int MAX_ANSWERS = 256;

  /** At most 32 MB, since a character takes one or two bytes. */
  private static final long MAX_CHARACTERS = 16_000_000;

  private final InstantSource clock;
  private final Map<Key, Answer> answers = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<Key, FutureTask<String>> running = new ConcurrentHashMap<>();
  private long characters;

  /** A question. */
  record Key(String path, ApiQuery query) {}

  private record Answer(String json, Instant until) {}

  AnswerCache(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * The answer to a question: one that is kept and fresh, that of an equal question that is
   * running, or a new one.
   */
  String get(Key key, Callable<String> question) throws ExecutionException {
    FutureTask<String> mine = new FutureTask<>(() -> knownOrNew(key, question));
    FutureTask<String> first = running.putIfAbsent(key, mine);
    if (first != null) {
      return result(first);
    }
    try {
      mine.run();
      return result(mine);
    } finally {
      running.remove(key, mine);
    }
  }

  private String knownOrNew(Key key, Callable<String> question) throws Exception {
    Optional<String> known = known(key);
    if (known.isPresent()) {
      return known.get();
    }
    String json = question.call();
    keep(key, json);
    return json;
  }

  private static String result(FutureTask<String> task) throws ExecutionException {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecutionException(e);
    }
  }

  private synchronized Optional<String> known(Key key) {
    return Optional.ofNullable(answers.get(key))
        .filter(answer -> clock.instant().isBefore(answer.until))
        .map(Answer::json);
  }

  private synchronized void keep(Key key, String json) {
    if (json.length() > MAX_CHARACTERS) {
      return;
    }
    Answer old = answers.put(key, new Answer(json, clock.instant().plus(FRESH)));
    characters += json.length() - (old == null ? 0 : old.json.length());
    Iterator<Answer> oldest = answers.values().iterator();
    while (answers.size() > MAX_ANSWERS || characters > MAX_CHARACTERS) {
      characters -= oldest.next().json.length();
      oldest.remove();
    }
  }
}
