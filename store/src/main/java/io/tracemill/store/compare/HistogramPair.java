package io.tracemill.store.compare;

import io.tracemill.store.question.Histogram;

/** The distributions of two sets of requests, with the same bins. */
public record HistogramPair(Histogram before, Histogram after) {}
