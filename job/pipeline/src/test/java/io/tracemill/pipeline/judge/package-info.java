@NullMarked
package io.tracemill.pipeline.judge;

import org.jspecify.annotations.NullMarked;
