@NullMarked
package io.tracemill.pipeline.count;

import org.jspecify.annotations.NullMarked;
