package io.tracemill.store.compare;

import io.tracemill.store.question.Histogram;
import java.util.List;

/** The distributions of two sets of requests, with the same bins. */
public record HistogramPair(Histogram before, Histogram after) {
  /**
   * Asks for them; a set may be empty.
   *
   * @param bins the most bins
   * @throws io.tracemill.store.engine.QueryException if neither set has a request
   */
  public static HistogramPair ask(Requests before, Requests after, int bins) {
    List<Histogram> both =
        Histogram.ofSameBins(
            List.of(
                Histogram.cells(before.session(), before.statistics()),
                Histogram.cells(after.session(), after.statistics())),
            bins);
    return new HistogramPair(both.get(0), both.get(1));
  }
}
