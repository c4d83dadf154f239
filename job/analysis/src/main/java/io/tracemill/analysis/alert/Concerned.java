package io.tracemill.analysis.alert;

import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import java.util.List;

/**
 * The requests that an alert is about: all of its endpoint; of the system's, those of all endpoints
 * that have something to say of it.
 *
 * @param traces in the window
 * @param beforeMeanNanos their mean response time in the baseline; endpoints weighted as in the
 *     window, so that a change of their mix is none of it
 */
public record Concerned(long traces, long beforeMeanNanos) {
  static Concerned of(List<Totals> endpoints) {
    long traces = endpoints.stream().mapToLong(Totals::afterTraces).sum();
    double nanos =
        endpoints.stream()
            .mapToDouble(of -> (double) of.afterTraces() * of.beforeMeanNanos())
            .sum();
    return new Concerned(traces, Math.round(nanos / Math.max(1, traces)));
  }
}
