@NullMarked
package io.tracemill.pipeline.quality;

import org.jspecify.annotations.NullMarked;
