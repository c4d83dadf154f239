/** Flame graphs of all requests of a bounded input, as files. */
@NullMarked
package io.tracemill.pipeline.export;

import org.jspecify.annotations.NullMarked;
