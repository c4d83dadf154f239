/** Builds synthetic spans, which the demo, the benchmarks and the tests share. */
@NullMarked
package io.tracemill.cli.traffic;

import org.jspecify.annotations.NullMarked;
