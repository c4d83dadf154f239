/** The store as Parquet files: rows, sinks, compaction, retention. */
@NullMarked
package io.tracemill.store;

import org.jspecify.annotations.NullMarked;
