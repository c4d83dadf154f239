@NullMarked
package io.tracemill.pipeline;

import org.jspecify.annotations.NullMarked;
