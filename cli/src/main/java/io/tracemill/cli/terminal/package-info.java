/** The terminal input and output that commands share: sizes, durations, Ctrl-C. */
@NullMarked
package io.tracemill.cli.terminal;

import org.jspecify.annotations.NullMarked;
