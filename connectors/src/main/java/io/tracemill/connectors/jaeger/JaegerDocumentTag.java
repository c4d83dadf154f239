package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;

/** A tag of a document: {@code {"key", "type", "value"}}. */
final class JaegerDocumentTag implements JaegerTag {
  private static final String BINARY = "binary";

  private final JsonInput json;
  private final Slice key = new Slice();
  private final Slice text = new Slice();
  private String type = "";
  private boolean scalar;

  JaegerDocumentTag(JsonInput json) {
    this.json = json;
  }

  @Override
  public boolean read() throws IOException, MalformedRecordException {
    key.clear();
    type = "";
    scalar = false;
    if (!json.object()) {
      return false;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> json.text(key);
        case "type" -> type = json.string();
        case "value" -> scalar = json.scalarText(text);
        default -> json.skip();
      }
    }
    return scalar && !type.equals(BINARY);
  }

  @Override
  public Slice key() {
    return key;
  }

  @Override
  public Slice text() {
    return text;
  }
}
