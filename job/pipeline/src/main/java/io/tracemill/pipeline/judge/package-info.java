/** Pane counts of all endpoints become incidents, in one task. */
@NullMarked
package io.tracemill.pipeline.judge;

import org.jspecify.annotations.NullMarked;
