/** Adds up the counts of all tasks to the accounts of the job. */
@NullMarked
package io.tracemill.pipeline.quality;

import org.jspecify.annotations.NullMarked;
