package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.util.List;

/**
 * A tag in JSON. Documents have {@code {"key", "type", "value"}}. Records use protobuf's JSON. They
 * have one member for each type of value and omit default values: {@code {"key", "vType", "vStr" |
 * "vBool" | "vInt64" | "vFloat64" | "vBinary"}}.
 */
final class JaegerJsonTag extends JaegerTag {
  /** The names of types in records, by number. */
  private static final AttributeKeys TYPES =
      new AttributeKeys(List.of("STRING", "BOOL", "INT64", "FLOAT64"));

  private final JsonInput json;
  private final boolean ofRecords;
  private final Slice text = new Slice();

  private JaegerJsonTag(JsonInput json, boolean ofRecords) {
    this.json = json;
    this.ofRecords = ofRecords;
  }

  static JaegerTag ofDocuments(JsonInput json) {
    return new JaegerJsonTag(json, false);
  }

  static JaegerTag ofRecords(JsonInput json) {
    return new JaegerJsonTag(json, true);
  }

  @Override
  boolean read() throws IOException, MalformedRecordException {
    clear();
    boolean given = ofRecords;
    if (!json.object()) {
      return false;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> json.text(key);
        case "type" -> type = json.string().equals("binary") ? BINARY : STRING;
        case "value" -> given = json.scalarText(string);
        case "vType", "v_type" -> type = type();
        case "vStr", "v_str" -> json.text(string);
        case "vBool", "v_bool" -> bool = json.scalarText(text) && text.toString().equals("true");
        case "vInt64", "v_int64" -> integer = json.integer();
        case "vFloat64", "v_float64" -> floating = json.floating();
        default -> json.skip();
      }
    }
    return given && hasText();
  }

  /** JSON may give an enumeration by name or by number. */
  private int type() throws IOException, MalformedRecordException {
    if (!json.isString()) {
      return (int) json.integer();
    }
    json.text(text);
    return TYPES.indexOf(text);
  }
}
