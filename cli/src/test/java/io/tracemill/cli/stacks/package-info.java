/** Tests of the command {@code stacks}. */
@NullMarked
package io.tracemill.cli.stacks;

import org.jspecify.annotations.NullMarked;
