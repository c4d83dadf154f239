/**
 * Results as the records that leave the job: one JSON writer for each stream, the same bytes for
 * topics and files.
 *
 * <p>A {@link io.tracemill.connectors.output.ResultStream} says where a record goes, a writer
 * ({@code TraceJson}, {@code ProfileJson}, ...) makes it. Call trees are flat lists whose nodes
 * refer to their parent by index; what would make a record too large or too deep is folded into
 * {@code (other)} nodes with its totals kept ({@link io.tracemill.connectors.output.TreeFold}).
 * What has no totals, as lists and names, is cut ({@link io.tracemill.connectors.output.Room}). The
 * schemas in {@code docs/schemas} are the promise, and tests hold the writers to them.
 */
@NullMarked
package io.tracemill.connectors.output;

import org.jspecify.annotations.NullMarked;
