/**
 * The sources of records. All of them produce {@link io.tracemill.pipeline.source.EncodedRecord}s,
 * which are not decoded yet.
 *
 * <p>{@code source.kafka} reads topics, {@code source.files} reads files. Both set every record's
 * event time (semantics 2) and make watermarks from it.
 */
@NullMarked
package io.tracemill.pipeline.source;

import org.jspecify.annotations.NullMarked;
