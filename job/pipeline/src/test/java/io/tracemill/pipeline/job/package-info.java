/** Tests of how the job is started. */
@NullMarked
package io.tracemill.pipeline.job;

import org.jspecify.annotations.NullMarked;
