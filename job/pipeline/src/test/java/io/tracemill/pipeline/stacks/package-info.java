@NullMarked
package io.tracemill.pipeline.stacks;

import org.jspecify.annotations.NullMarked;
