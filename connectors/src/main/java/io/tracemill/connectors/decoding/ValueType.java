package io.tracemill.connectors.decoding;

/** The type of an attribute's value, of those that have a text. */
public enum ValueType {
  TEXT,
  BOOL,
  INTEGER,
  DOUBLE
}
