package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;

/**
 * A tag of a record in protobuf's JSON, which has a member for each type of value and leaves out
 * those that hold their type's default: {@code {"key", "vType", "vStr" | "vBool" | "vInt64" |
 * "vFloat64" | "vBinary"}}.
 */
final class JaegerRecordTag implements JaegerJsonTag {
  private final JsonInput json;
  private final Slice key = new Slice();
  private final Slice string = new Slice();
  private final Slice bool = new Slice();
  private final Slice text = new Slice();
  private long integer;
  private double floating;

  JaegerRecordTag(JsonInput json) {
    this.json = json;
  }

  @Override
  public boolean read() throws IOException, MalformedRecordException {
    String type = "STRING";
    key.clear();
    string.clear();
    bool.set("false");
    integer = 0;
    floating = 0;
    if (!json.object()) {
      return false;
    }
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> json.text(key);
        case "vType", "v_type" -> type = type();
        case "vStr", "v_str" -> json.text(string);
        case "vBool", "v_bool" -> json.scalarText(bool);
        case "vInt64", "v_int64" -> integer = json.integer();
        case "vFloat64", "v_float64" -> floating = json.floating();
        default -> json.skip();
      }
    }
    return setText(type);
  }

  private String type() throws IOException, MalformedRecordException {
    return json.isString() ? json.string() : Long.toString(json.integer());
  }

  /** An enumeration may be written by name or by number. */
  private boolean setText(String type) {
    switch (type) {
      case "STRING", "0" -> text.set(string);
      case "BOOL", "1" -> text.set(bool);
      case "INT64", "2" -> text.set(Long.toString(integer));
      case "FLOAT64", "3" -> text.set(Double.toString(floating));
      default -> {
        return false;
      }
    }
    return true;
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
