package io.tracemill.console.store;

import com.fasterxml.jackson.databind.util.RawValue;
import io.tracemill.console.api.Answerer;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.QueryException;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers one path of the store. All paths share the limit and the cache. */
record StoreAnswerer(
    String path, Question question, StoreAccess store, QuestionLimit limit, AnswerCache cache)
    implements Answerer {
  private static final Logger LOG = LoggerFactory.getLogger(StoreAnswerer.class);

  /** The JSON of the answer as a {@link RawValue}. */
  @Override
  public RawValue answer(ApiQuery query) {
    // Without a store, refuse before waiting for a place.
    store.directory();
    try {
      return new RawValue(
          cache.get(new AnswerCache.Key(path, query), () -> limit.ask(() -> question.ask(query))));
    } catch (ExecutionException e) {
      throw refusal(e.getCause() == null ? e : e.getCause());
    }
  }

  private ApiException refusal(Throwable cause) {
    if (cause instanceof ApiException refused) {
      return refused;
    } else if (cause instanceof QueryException none) {
      return new ApiException(
          422, "no-answer", store.withoutPath(String.valueOf(none.getMessage())));
    }
    LOG.error("{} failed", path, cause);
    return new ApiException(
        500, "store-failed", "the console failed to read the store; see its log");
  }
}
