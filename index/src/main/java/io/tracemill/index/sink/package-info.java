/** Flink's file sinks for the tables of the index, and how they compact files. */
@NullMarked
package io.tracemill.index.sink;

import org.jspecify.annotations.NullMarked;
