/** The job as a whole: its stages, in the order of the flow. */
@NullMarked
package io.tracemill.pipeline.topology;

import org.jspecify.annotations.NullMarked;
