@NullMarked
package io.tracemill.pipeline.sink;

import org.jspecify.annotations.NullMarked;
