package io.tracemill.pipeline.config;

/** What is kept of a record that can't be decoded. */
public enum DeadLetters {
  /** Its bytes and, in headers, where it was and why. */
  FULL,
  /** The headers alone. */
  HEADERS_ONLY,
  /** Nothing; it is still counted. */
  OFF
}
