package io.tracemill.console.store;

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
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Opens the store that the configuration names. Answers and messages hide the path of the store.
 */
final class StoreAccess {
  private final String configured;
  private final EngineLimits limits;

  StoreAccess(TracemillConfig config, EngineLimits limits) {
    this.configured = config.get(Keys.STORE_PATH);
    this.limits = limits;
  }

  /** The memory, disk space and time that a question may use. */
  EngineLimits limits() {
    return limits;
  }

  /**
   * The directory of the store.
   *
   * @throws ApiException if the configuration names none, or one that is not local or mounted
   */
  Path directory() {
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

  /** Asks one session, which covers the range of the parameters {@code from} and {@code to}. */
  interface InSession {
    /** The answer, as a value that Jackson writes. */
    Object ask(StoreSession session, Filter filter, ApiQuery query);
  }

  /** A question about the requests that the parameters select. */
  Question inSession(InSession question) {
    return query -> {
      Filter filter = QuestionScope.filter(query);
      try (StoreSession session = open().session(filter.time())) {
        return json(question.ask(session, filter, query), session);
      }
    };
  }

  /** Asks two sessions, one for each range of time. */
  interface InSessions {
    /** The answer, as a value that Jackson writes. */
    Object ask(StoreSession before, StoreSession after);
  }

  /** The JSON of the answer to a question about two ranges of time. */
  String inSessions(Period before, Period after, InSessions question) {
    Store store = open();
    try (StoreSession first = store.session(before);
        StoreSession second = store.session(after)) {
      return json(question.ask(first, second), first, second);
    }
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
  SkippedFile relative(SkippedFile file) {
    Path directory = directory();
    Path path = Path.of(file.file());
    return path.startsWith(directory)
        ? new SkippedFile(directory.relativize(path).toString(), file.reason())
        : file;
  }

  /** A message without the path of the store. */
  String withoutPath(String message) {
    return configured.isEmpty() ? message : message.replace(directory().toString(), "store.path");
  }
}
