/** Requests are counted, once each, per endpoint and pane. */
@NullMarked
package io.tracemill.pipeline.count;

import org.jspecify.annotations.NullMarked;
