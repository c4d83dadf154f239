/** Writes the same result records to Kafka topics or to files of JSON lines. */
@NullMarked
package io.tracemill.pipeline.sink;

import org.jspecify.annotations.NullMarked;
