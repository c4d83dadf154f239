package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;

/** One {@code {"key", "type", "value"}} of Jaeger; only binary values have no text. */
final class JaegerTag {
  private final JsonInput json;
  private final Slice key = new Slice();
  private final Slice text = new Slice();

  JaegerTag(JsonInput json) {
    this.json = json;
  }

  /** Reads the element that the input stands at; whether it has a text. */
  boolean read() throws IOException, MalformedRecordException {
    boolean binary = false;
    boolean hasText = false;
    key.clear();
    if (!json.object()) {
      return false;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> json.text(key);
        case "type" -> binary = json.string().equals("binary");
        case "value" -> hasText = json.scalarText(text);
        default -> json.skip();
      }
    }
    return hasText && !binary;
  }

  Slice key() {
    return key;
  }

  Slice text() {
    return text;
  }
}
