/**
 * The command line: one class a command, none of which does more than read its options and call
 * what does the work.
 *
 * <p>{@link io.tracemill.cli.Main} turns every failure into one line and an exit status; commands
 * just throw.
 */
@NullMarked
package io.tracemill.cli;

import org.jspecify.annotations.NullMarked;
