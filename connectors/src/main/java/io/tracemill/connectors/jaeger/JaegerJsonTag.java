package io.tracemill.connectors.jaeger;

import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;

/** A tag in one of Jaeger's two ways to write them in JSON. */
interface JaegerJsonTag extends JaegerTag {
  /** Reads the element that the input stands at; whether it has a text. */
  boolean read() throws IOException, MalformedRecordException;
}
