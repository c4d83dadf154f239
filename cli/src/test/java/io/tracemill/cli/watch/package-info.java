/** Tests of the command {@code watch}. */
@NullMarked
package io.tracemill.cli.watch;

import org.jspecify.annotations.NullMarked;
