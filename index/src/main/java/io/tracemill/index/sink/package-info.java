/** Flink's file sinks for the tables of the index, and the compaction of their files. */
@NullMarked
package io.tracemill.index.sink;

import org.jspecify.annotations.NullMarked;
