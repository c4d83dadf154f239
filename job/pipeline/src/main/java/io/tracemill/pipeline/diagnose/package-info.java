/**
 * Finds where requests spend their time, down to parts of spans (tprof): first sums, then findings.
 */
@NullMarked
package io.tracemill.pipeline.diagnose;

import org.jspecify.annotations.NullMarked;
