@NullMarked
package io.tracemill.pipeline.aggregate;

import org.jspecify.annotations.NullMarked;
