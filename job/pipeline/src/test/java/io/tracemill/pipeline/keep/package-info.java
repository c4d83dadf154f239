@NullMarked
package io.tracemill.pipeline.keep;

import org.jspecify.annotations.NullMarked;
