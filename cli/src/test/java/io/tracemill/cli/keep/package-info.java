/** Tests of {@code keep}. */
@NullMarked
package io.tracemill.cli.keep;

import org.jspecify.annotations.NullMarked;
