package io.tracemill.query.compare;

/**
 * A comparison with its two sets in words.
 *
 * @param comparison an {@link OverallComparison} or a {@link CategoryComparison}
 */
public record Compared(String before, String after, Object comparison) {}
