/** Keeps the store small: deletes old partitions and merges old panes. */
@NullMarked
package io.tracemill.store.retention;

import org.jspecify.annotations.NullMarked;
