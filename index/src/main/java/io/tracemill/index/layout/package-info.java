/** The directories of the index: lines of checkpoints, tables, partitions by hour. */
@NullMarked
package io.tracemill.index.layout;

import org.jspecify.annotations.NullMarked;
