package io.tracemill.store.compare;

/** How two sets of requests differ: over all categories, or by the calls of one. */
public sealed interface SetComparison permits OverallComparison, CategoryComparison {}
