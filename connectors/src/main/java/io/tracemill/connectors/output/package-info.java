/**
 * Results as the records that leave the job: one JSON writer for each stream, the same bytes for
 * topics and files.
 *
 * <p>A {@link io.tracemill.connectors.output.ResultStream} says where a record goes, a writer
 * ({@code TraceJson}, {@code ProfileJson}, ...) makes it. Call trees are flat lists whose nodes
 * refer to their parent by index. A record is written whole. If it is too large, it is written
 * again with less room ({@link io.tracemill.connectors.output.Room}) until it fits: the cheapest
 * nodes of a tree are folded into {@code (other)} nodes that keep the totals ({@link
 * io.tracemill.connectors.output.TreeCut}); lists and names have no totals and keep their
 * beginning. The schemas in {@code docs/schemas} are the promise, and tests hold the writers to
 * them.
 */
@NullMarked
package io.tracemill.connectors.output;

import org.jspecify.annotations.NullMarked;
