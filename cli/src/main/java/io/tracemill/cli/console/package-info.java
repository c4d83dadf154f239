/**
 * Starts the console and its report in a process of their own, since their libraries are not
 * Flink's.
 */
@NullMarked
package io.tracemill.cli.console;

import org.jspecify.annotations.NullMarked;
