@NullMarked
package io.tracemill.pipeline.monitor;

import org.jspecify.annotations.NullMarked;
