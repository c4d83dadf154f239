package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.Percentile;
import io.tracemill.analysis.view.estimate.Percentiles;
import io.tracemill.analysis.view.estimate.Values;
import java.util.Optional;
import java.util.OptionalLong;

/** Response times of requests, nanoseconds. */
public record Latency(Estimate mean, Percentiles percentiles) {
  static Latency of(Values durations) {
    return new Latency(durations.mean(), durations.percentiles());
  }

  /**
   * How much shorter response times became.
   *
   * @param mean of the requests' savings; its error is smaller than those of both means
   * @param p50Nanos difference of the medians; empty if too few requests are kept
   */
  public record Saving(
      Estimate mean, OptionalLong p50Nanos, OptionalLong p95Nanos, OptionalLong p99Nanos) {}

  /** The saving against {@code before}; {@code mean} is that of each request's saving. */
  Saving savedAgainst(Latency before, Estimate mean) {
    return new Saving(
        mean,
        difference(before.percentiles.p50(), percentiles.p50()),
        difference(before.percentiles.p95(), percentiles.p95()),
        difference(before.percentiles.p99(), percentiles.p99()));
  }

  private static OptionalLong difference(Optional<Percentile> before, Optional<Percentile> after) {
    return before.isPresent() && after.isPresent()
        ? OptionalLong.of(before.get().value() - after.get().value())
        : OptionalLong.empty();
  }
}
