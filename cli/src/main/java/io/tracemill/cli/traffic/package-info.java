/** How synthetic traffic is written: the demo, the benchmarks and the tests use the same spans. */
@NullMarked
package io.tracemill.cli.traffic;

import org.jspecify.annotations.NullMarked;
