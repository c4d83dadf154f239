/** Reads recordings of profilers that do not write OTLP: {@code perf} and Java Flight Recorder. */
@NullMarked
package io.tracemill.connectors.profilers;

import org.jspecify.annotations.NullMarked;
