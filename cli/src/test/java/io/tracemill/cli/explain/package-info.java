/** Tests of the command {@code explain}. */
@NullMarked
package io.tracemill.cli.explain;

import org.jspecify.annotations.NullMarked;
