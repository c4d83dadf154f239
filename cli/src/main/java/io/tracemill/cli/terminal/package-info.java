/** What commands share in talking to people: the terminal, durations, Ctrl-C. */
@NullMarked
package io.tracemill.cli.terminal;

import org.jspecify.annotations.NullMarked;
