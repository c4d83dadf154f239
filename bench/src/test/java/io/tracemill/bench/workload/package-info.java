/** Tests of the synthetic traffic. */
@NullMarked
package io.tracemill.bench.workload;

import org.jspecify.annotations.NullMarked;
