@NullMarked
package io.tracemill.pipeline.topology;

import org.jspecify.annotations.NullMarked;
