/** Tests of the command {@code train}. */
@NullMarked
package io.tracemill.cli.train;

import org.jspecify.annotations.NullMarked;
