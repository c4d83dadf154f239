@NullMarked
package io.tracemill.pipeline.webhook;

import org.jspecify.annotations.NullMarked;
