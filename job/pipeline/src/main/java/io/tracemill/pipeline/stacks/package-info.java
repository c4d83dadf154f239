/** Explains slow spans by the stack samples of their hosts. */
@NullMarked
package io.tracemill.pipeline.stacks;

import org.jspecify.annotations.NullMarked;
