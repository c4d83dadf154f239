/** What commands share in talking to people: whether one looks on, and how they write durations. */
@NullMarked
package io.tracemill.cli.terminal;

import org.jspecify.annotations.NullMarked;
