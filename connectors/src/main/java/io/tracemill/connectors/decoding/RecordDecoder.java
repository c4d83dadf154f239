package io.tracemill.connectors.decoding;

import io.tracemill.analysis.span.FragmentBuilder;

/** Reads the spans of one record. An instance serves one thread and is reused for every record. */
public interface RecordDecoder {
  /**
   * Feeds the record's spans to {@code spans}. The caller calls {@code begin} before, and {@code
   * finish} only if the result is {@link DecodeResult.Decoded}. Never throws, whatever the bytes.
   */
  DecodeResult decode(byte[] record, FragmentBuilder spans);
}
