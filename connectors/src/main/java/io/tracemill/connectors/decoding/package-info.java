/**
 * Records of the formats that tracing systems write, decoded into fragments.
 *
 * <p>A {@link io.tracemill.connectors.decoding.RecordDecoder} reads the bytes of one record as a
 * stream, keeps the few fields that the analysis needs and hands each span to a {@link
 * io.tracemill.analysis.span.FragmentBuilder}. Whatever the bytes are, it answers with a {@link
 * io.tracemill.connectors.decoding.DecodeResult} and never throws (semantics 9). It is lenient
 * about what it does not keep: fields that are skipped are not looked into.
 */
@NullMarked
package io.tracemill.connectors.decoding;

import org.jspecify.annotations.NullMarked;
