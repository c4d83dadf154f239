/**
 * {@code tracemill analyze} over files that Jaeger could have written, measured as a whole process,
 * start of the JVM and parsing of JSON included.
 */
@NullMarked
package io.tracemill.bench.analyze;

import org.jspecify.annotations.NullMarked;
