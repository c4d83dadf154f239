/**
 * Records of the formats that tracing systems write, decoded into fragments.
 *
 * <p>A {@link io.tracemill.connectors.decoding.RecordDecoder} reads the bytes of one record as a
 * stream and keeps only the fields that the analysis needs. It hands each span to a {@link
 * io.tracemill.analysis.span.FragmentBuilder}. For any bytes, it returns a {@link
 * io.tracemill.connectors.decoding.DecodeResult} and never throws (semantics 9). It does not
 * validate the fields that it skips.
 */
@NullMarked
package io.tracemill.connectors.decoding;

import org.jspecify.annotations.NullMarked;
