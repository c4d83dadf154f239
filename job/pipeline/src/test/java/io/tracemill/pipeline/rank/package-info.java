@NullMarked
package io.tracemill.pipeline.rank;

import org.jspecify.annotations.NullMarked;
