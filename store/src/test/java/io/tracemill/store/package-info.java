/** Rows for tests. */
@NullMarked
package io.tracemill.store;

import org.jspecify.annotations.NullMarked;
