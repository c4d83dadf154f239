@NullMarked
package io.tracemill.pipeline.store;

import org.jspecify.annotations.NullMarked;
