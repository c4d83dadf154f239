/** Where requests spend their time, down to the parts of spans (tprof): sums, then findings. */
@NullMarked
package io.tracemill.pipeline.diagnose;

import org.jspecify.annotations.NullMarked;
