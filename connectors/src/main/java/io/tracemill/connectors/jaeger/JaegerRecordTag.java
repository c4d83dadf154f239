package io.tracemill.connectors.jaeger;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.JsonInput;
import io.tracemill.connectors.decoding.MalformedRecordException;
import java.io.IOException;
import java.util.List;

/**
 * A tag of a record in protobuf's JSON, which has a member for each type of value and leaves out
 * those that hold their type's default: {@code {"key", "vType", "vStr" | "vBool" | "vInt64" |
 * "vFloat64" | "vBinary"}}.
 */
final class JaegerRecordTag implements JaegerTag {
  private static final int STRING = 0;
  private static final int BOOL = 1;
  private static final int INT64 = 2;
  private static final int FLOAT64 = 3;

  /** Their names, by number. */
  private static final AttributeKeys TYPES =
      new AttributeKeys(List.of("STRING", "BOOL", "INT64", "FLOAT64"));

  private final JsonInput json;
  private final Slice key = new Slice();
  private final Slice string = new Slice();
  private final Slice bool = new Slice();
  private final Slice text = new Slice();
  private int type;
  private long integer;
  private double floating;

  JaegerRecordTag(JsonInput json) {
    this.json = json;
  }

  @Override
  public boolean read() throws IOException, MalformedRecordException {
    type = STRING;
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
    return type >= STRING && type <= FLOAT64;
  }

  /** An enumeration may be written by name or by number. */
  private int type() throws IOException, MalformedRecordException {
    if (!json.isString()) {
      return (int) json.integer();
    }
    json.text(text);
    return TYPES.indexOf(text);
  }

  @Override
  public Slice key() {
    return key;
  }

  /** Made only when it is asked for, as most tags are not kept. */
  @Override
  public Slice text() {
    switch (type) {
      case BOOL -> text.set(bool);
      case INT64 -> text.set(Long.toString(integer));
      case FLOAT64 -> text.set(Double.toString(floating));
      default -> text.set(string);
    }
    return text;
  }
}
