package io.tracemill.pipeline.config;

/** The content of a dead letter, for a record that can't be decoded. */
public enum DeadLetters {
  /** Its bytes and, in headers, its position and the reason. */
  FULL,
  /** The headers alone. */
  HEADERS_ONLY,
  /** No dead letter; the record is still counted. */
  OFF
}
