package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;

/** A tag in one of the ways in which Jaeger writes them; used again for the next. */
interface JaegerTag {
  /** Reads the tag that the input stands at; whether it has a text, as all but binary ones do. */
  boolean read() throws IOException, MalformedRecordException;

  Slice key();

  /** The value as text, valid as long as the record. */
  Slice text();
}
