/**
 * The sources of records: one shape for all of them, {@link
 * io.tracemill.pipeline.source.EncodedRecord}, not yet decoded.
 *
 * <p>{@code source.kafka} reads topics, {@code source.unit} reads anything that can be iterated
 * over, such as files. Both give every record its event time (semantics 2) and make watermarks of
 * it.
 */
@NullMarked
package io.tracemill.pipeline.source;

import org.jspecify.annotations.NullMarked;
