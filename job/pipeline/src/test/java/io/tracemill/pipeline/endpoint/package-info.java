@NullMarked
package io.tracemill.pipeline.endpoint;

import org.jspecify.annotations.NullMarked;
