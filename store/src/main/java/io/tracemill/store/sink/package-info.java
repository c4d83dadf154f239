/** Flink's file sinks for the tables of the store, and the compaction of their files. */
@NullMarked
package io.tracemill.store.sink;

import org.jspecify.annotations.NullMarked;
