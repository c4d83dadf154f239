package io.tracemill.analysis.difference;

/**
 * That a request has an attribute, or has it not.
 *
 * @param column number of the attribute among the {@link AttributeColumns}
 */
record Condition(int column, boolean present) {}
