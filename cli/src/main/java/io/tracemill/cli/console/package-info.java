/**
 * Starts the console and the report in separate processes, since their libraries must not mix with
 * Flink's.
 */
@NullMarked
package io.tracemill.cli.console;

import org.jspecify.annotations.NullMarked;
