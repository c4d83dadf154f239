package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;

/** A tag that has been read and has a text, as all but binary ones do. */
interface JaegerTag {
  Slice key();

  /** The value as text, valid as long as the record. */
  Slice text();
}
