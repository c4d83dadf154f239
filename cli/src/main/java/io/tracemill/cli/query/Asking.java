package io.tracemill.cli.query;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.files.OpenStore;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.SkippedFile;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.CategorySearch;
import io.tracemill.store.question.EndpointSearch;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * What a question is asked with: the store, and what the command line selects.
 *
 * @param sessions those that it has opened; the first covers its time
 * @param left the files that the answer leaves out
 */
record Asking(
    OpenStore store,
    Period time,
    FilterOptions filters,
    QuestionOptions options,
    TracemillConfig config,
    List<StoreSession> sessions,
    Set<SkippedFile> left)
    implements AutoCloseable {
  Asking(
      OpenStore store,
      Period time,
      FilterOptions filters,
      QuestionOptions options,
      TracemillConfig config) {
    this(store, time, filters, options, config, new ArrayList<>(), new LinkedHashSet<>());
  }

  /** The session for the time of the question. */
  StoreSession session() {
    return sessions.isEmpty() ? session(store, time) : sessions.get(0);
  }

  /** One more session. */
  StoreSession session(OpenStore other, Period otherTime) {
    StoreSession session = other.session(otherTime);
    sessions.add(session);
    return session;
  }

  /** The requests that the options select. */
  Filter filter() {
    return filters.filter(session(), time);
  }

  /** The word at this place behind the question. */
  String word(int number) {
    return options.words.get(number);
  }

  /** The operation that a word names: a service, a space and an operation. */
  Frame frame(int number) {
    String[] parts = word(number).split(" ", 2);
    if (parts.length < 2) {
      throw new ConfigException(
          "'%s' is not a service and an operation, such as 'cart GET /items'"
              .formatted(word(number)));
    }
    return Frame.of(parts[0], parts[1]);
  }

  /** The filter for the endpoint that the first word names. */
  Filter ofEndpoint() {
    return filter().of(EndpointSearch.one(session(), word(0)));
  }

  /** The category that a word names. */
  CategorySearch.Category category(int number) {
    return CategorySearch.one(session(), word(number), filters.endpoint(session()));
  }

  /**
   * A view of the kept requests that the options select.
   *
   * @throws io.tracemill.store.engine.QueryException if there is none
   */
  <T> T view(BiFunction<KeptRequests, ReplayRules, T> view) {
    return KeptRequests.view(session(), filter(), view);
  }

  /** Files that an answer without a session leaves out. */
  void skip(List<SkippedFile> files) {
    left.addAll(files);
  }

  /** The files that the answer leaves out. */
  List<SkippedFile> skipped() {
    sessions.forEach(session -> left.addAll(session.skipped()));
    return List.copyOf(left);
  }

  @Override
  public void close() {
    sessions.forEach(StoreSession::close);
  }
}
