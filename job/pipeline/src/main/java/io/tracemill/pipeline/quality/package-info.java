/** Counts from every task become the accounts of the job. */
@NullMarked
package io.tracemill.pipeline.quality;

import org.jspecify.annotations.NullMarked;
