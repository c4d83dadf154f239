package io.tracemill.store.compare;

/** A comparison, with descriptions of its two sets. */
public record Compared(String before, String after, SetComparison comparison) {}
