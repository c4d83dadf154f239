@NullMarked
package io.tracemill.pipeline.check;

import org.jspecify.annotations.NullMarked;
