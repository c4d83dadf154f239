@NullMarked
package io.tracemill.pipeline.analyse;

import org.jspecify.annotations.NullMarked;
