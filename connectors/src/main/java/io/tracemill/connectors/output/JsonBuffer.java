package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Memory that JSON is written to, reused from record to record. For one thread. */
final class JsonBuffer {
  /** Writes one JSON object. */
  @FunctionalInterface
  interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private static final JsonFactory FACTORY = new JsonFactory();

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** The JSON that {@code body} writes, in UTF-8. */
  byte[] write(Body body) {
    fill(body);
    return bytes.toByteArray();
  }

  /** How many bytes {@code body} writes. */
  int measure(Body body) {
    fill(body);
    return bytes.size();
  }

  /** Bytes of the record that is being written, as far as its generator was flushed. */
  int size() {
    return bytes.size();
  }

  private void fill(Body body) {
    bytes.reset();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      body.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot be written to", e);
    }
  }
}
