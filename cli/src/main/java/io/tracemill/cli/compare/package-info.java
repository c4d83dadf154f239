/** {@code compare}: what changed between two stretches of time, or differs between two versions. */
@NullMarked
package io.tracemill.cli.compare;

import org.jspecify.annotations.NullMarked;
