/** Finds incidents in the pane counts of all endpoints, in one task. */
@NullMarked
package io.tracemill.pipeline.judge;

import org.jspecify.annotations.NullMarked;
