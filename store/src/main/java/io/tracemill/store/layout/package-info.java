/** The directories of the store: lines of checkpoints, tables, partitions by hour. */
@NullMarked
package io.tracemill.store.layout;

import org.jspecify.annotations.NullMarked;
