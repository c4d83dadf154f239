package io.tracemill.analysis.view.estimate;

import java.util.Optional;

/** Percentiles of one figure; one that rests on too few requests is empty. */
public record Percentiles(
    Optional<Percentile> p50,
    Optional<Percentile> p90,
    Optional<Percentile> p95,
    Optional<Percentile> p99) {}
