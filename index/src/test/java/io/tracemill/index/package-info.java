/** Rows for tests. */
@NullMarked
package io.tracemill.index;

import org.jspecify.annotations.NullMarked;
