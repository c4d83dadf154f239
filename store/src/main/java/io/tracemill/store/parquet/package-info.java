/**
 * The rows of the store as Parquet: one {@link io.tracemill.store.parquet.RowFormat} a table. Lists
 * have the standard three levels, so that every reader sees them as lists.
 */
@NullMarked
package io.tracemill.store.parquet;

import org.jspecify.annotations.NullMarked;
