/** {@code compare}: the differences between two ranges of time, or between two versions. */
@NullMarked
package io.tracemill.cli.compare;

import org.jspecify.annotations.NullMarked;
