@NullMarked
package io.tracemill.pipeline.decode;

import org.jspecify.annotations.NullMarked;
