@NullMarked
package io.tracemill.pipeline.assemble;

import org.jspecify.annotations.NullMarked;
