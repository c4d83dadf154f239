/**
 * The command {@code watch}: the job's output topics as text, for as long as somebody looks on.
 *
 * <p>A {@link io.tracemill.cli.watch.View} takes in records and says what to print next: {@link
 * io.tracemill.cli.watch.LivePages} what is current, as a page, {@link
 * io.tracemill.cli.watch.StreamLines} the records of one stream, a line each.
 */
@NullMarked
package io.tracemill.cli.watch;

import org.jspecify.annotations.NullMarked;
