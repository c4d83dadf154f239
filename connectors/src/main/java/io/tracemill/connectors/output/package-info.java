/**
 * Results as output records: one JSON writer for each stream, the same bytes for topics and files.
 *
 * <p>A {@link io.tracemill.connectors.output.ResultStream} is the destination of a record; a writer
 * ({@code TraceJson}, {@code ProfileJson}, ...) makes the record. Call trees are flat lists whose
 * nodes refer to their parent by index. A record is written whole first. If it is too large, it is
 * written again with less room ({@link io.tracemill.connectors.json.Room}) until it fits. The
 * cheapest nodes of a tree are folded into {@code (other)} nodes that keep the totals ({@link
 * io.tracemill.connectors.json.TreeCut}). Lists and names have no totals and keep their beginning.
 * Tests check the writers against the schemas in {@code docs/schemas}.
 */
@NullMarked
package io.tracemill.connectors.output;

import org.jspecify.annotations.NullMarked;
