package io.tracemill.store.compare;

/**
 * A comparison, with descriptions of its two sets.
 *
 * @param comparison an {@link OverallComparison} or a {@link CategoryComparison}
 */
public record Compared(String before, String after, Object comparison) {}
