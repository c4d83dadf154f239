package io.tracemill.connectors.otlp;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;

/**
 * One {@code KeyValue} of OTLP's JSON; {@link OtlpProtoAttribute} says which values have a text.
 */
final class OtlpJsonAttribute {
  private final JsonInput json;
  private final Slice key = new Slice();
  private final Slice text = new Slice();
  private boolean hasText;

  OtlpJsonAttribute(JsonInput json) {
    this.json = json;
  }

  /** Reads the current value; returns whether it has a text. */
  boolean read() throws IOException, MalformedRecordException {
    key.clear();
    hasText = false;
    if (!json.object()) {
      return false;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> json.text(key);
        case "value" -> readValue();
        default -> json.skip();
      }
    }
    return hasText;
  }

  private void readValue() throws IOException, MalformedRecordException {
    if (!json.object()) {
      return;
    }
    while (json.nextMember()) {
      if (json.isNull()) {
        continue;
      }
      switch (json.member()) {
        case "stringValue" -> {
          json.text(text);
          hasText = true;
        }
        case "boolValue" -> hasText = json.scalarText(text);
        case "intValue" -> {
          text.set(Long.toString(json.integer()));
          hasText = true;
        }
        case "doubleValue" -> {
          text.set(Double.toString(json.floating()));
          hasText = true;
        }
        default -> {
          json.skip();
          hasText = false;
        }
      }
    }
  }

  Slice key() {
    return key;
  }

  Slice text() {
    return text;
  }
}
