/**
 * The command {@code watch}: the job's output topics as text, until it is stopped.
 *
 * <p>A {@link io.tracemill.cli.watch.View} takes in records and returns the next output. {@link
 * io.tracemill.cli.watch.LivePages} shows the current state as a page. {@link
 * io.tracemill.cli.watch.StreamLines} prints the records of one stream, a line each.
 */
@NullMarked
package io.tracemill.cli.watch;

import org.jspecify.annotations.NullMarked;
