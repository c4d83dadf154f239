package io.tracemill.connectors.decoding;

/** Reads the spans of one record. An instance serves one thread and is reused for every record. */
public interface RecordDecoder {
  /**
   * Hands the record's spans to {@code spans}. They count only if the result is {@link
   * DecodeResult.Decoded}. Never throws, whatever the bytes.
   */
  DecodeResult decode(byte[] record, SpanSink spans);
}
