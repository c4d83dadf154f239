package io.tracemill.connectors.decoding;

/** The types of attribute values that have a text. */
public enum ValueType {
  TEXT,
  BOOL,
  INTEGER,
  DOUBLE
}
