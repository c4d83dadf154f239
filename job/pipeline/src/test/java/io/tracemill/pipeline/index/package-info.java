@NullMarked
package io.tracemill.pipeline.index;

import org.jspecify.annotations.NullMarked;
