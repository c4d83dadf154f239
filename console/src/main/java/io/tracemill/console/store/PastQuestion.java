package io.tracemill.console.store;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.PastEndpoints;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * All endpoints in past windows, each some time before the newest window and of the same length.
 *
 * @param asOfMillis end of the newest window, epoch milliseconds; if empty, the end of the store
 * @param windowMillis length of a window
 */
record PastQuestion(StoreAccess store, Supplier<OptionalLong> asOfMillis, long windowMillis) {
  private static final List<Duration> USUAL =
      List.of(Duration.ofHours(1), Duration.ofDays(1), Duration.ofDays(7));
  private static final int MOST = 5;

  /** The answer; pasts in the order of the parameter. */
  record Pasts(long asOfMillis, List<Past> pasts) {}

  /**
   * One past window.
   *
   * @param agoMillis from its end to the end of the newest window
   */
  record Past(long agoMillis, List<PastEndpoints.Endpoint> endpoints) {}

  String ask(ApiQuery query) {
    List<Duration> agos = query.durations("ago", USUAL, MOST);
    Store open = store.open();
    long asOf = asOfMillis.get().orElseGet(() -> end(open));
    List<Past> pasts = new ArrayList<>();
    for (Duration ago : agos) {
      long end = asOf - ago.toMillis();
      Period window = new Period(end - windowMillis, end);
      try (StoreSession session = open.session(window)) {
        pasts.add(new Past(ago.toMillis(), PastEndpoints.ask(session, window).endpoints()));
      }
    }
    return store.json(new Pasts(asOf, pasts));
  }

  private static long end(Store store) {
    return store
        .end()
        .orElseThrow(() -> new QueryException("the store has no requests yet; ask again later"))
        .toEpochMilli();
  }
}
