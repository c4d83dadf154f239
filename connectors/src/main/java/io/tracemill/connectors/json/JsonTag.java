package io.tracemill.connectors.json;

import io.tracemill.analysis.span.Slice;
import io.tracemill.connectors.decoding.AttributeKeys;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.decoding.ValueType;
import java.io.IOException;
import java.util.List;

/**
 * A key and its value in any of the formats; reused for the next. Lists, maps and bytes have no
 * text.
 *
 * <pre>
 * {"key": "a", "value": {"intValue": "7"}}        OTLP
 * {"key": "a", "type": "int64", "value": 7}       Jaeger's documents
 * {"key": "a", "vType": "INT64", "vInt64": "7"}   Jaeger's records, without default values
 * </pre>
 */
final class JsonTag {
  /** The names of types in Jaeger's records, by number; the last has no text. */
  private static final AttributeKeys RECORD_TYPES =
      new AttributeKeys(List.of("STRING", "BOOL", "INT64", "FLOAT64", "BINARY"));

  /** The same in its documents. */
  private static final AttributeKeys DOCUMENT_TYPES =
      new AttributeKeys(List.of("string", "bool", "int64", "float64", "binary"));

  private static final ValueType[] TYPES = ValueType.values();
  private static final List<String> DEFAULTS = List.of("", "false", "0", "0.0");

  private final JsonInput json;
  private final Slice key = new Slice();
  private final Slice text = new Slice();
  private final Slice name = new Slice();
  private ValueType type = ValueType.TEXT;
  private boolean hasText;
  private boolean binary;

  /** Whether the key is known and does not matter. */
  private boolean dropped;

  JsonTag(JsonInput json) {
    this.json = json;
  }

  Slice key() {
    return key;
  }

  Slice text() {
    return text;
  }

  ValueType type() {
    return type;
  }

  /** Tells which keys matter; values of others are skipped. */
  interface Filter {
    boolean keeps(Slice key);
  }

  /** Reads the current object; returns whether its value has a text and its key matters. */
  boolean read(Filter filter) throws IOException, MalformedRecordException {
    key.clear();
    type = ValueType.TEXT;
    hasText = false;
    binary = false;
    dropped = false;
    while (json.nextMember()) {
      switch (json.member()) {
        case "key" -> {
          json.text(key);
          dropped = !filter.keeps(key);
        }
        case "value" -> readValue();
        case "type" -> readType();
        case "vType", "v_type" -> readRecordType();
        default -> {
          if (!readTyped()) {
            json.skip();
          }
        }
      }
    }
    return hasText && !binary && !dropped;
  }

  private void readValue() throws IOException, MalformedRecordException {
    if (dropped) {
      json.skip();
    } else if (json.isObject()) {
      while (json.nextMember()) {
        if (!readTyped()) {
          json.skip();
          hasText = false;
        }
      }
    } else {
      hasText = json.scalarText(text);
    }
  }

  private void readType() throws IOException, MalformedRecordException {
    if (dropped) {
      json.skip();
      return;
    }
    json.text(name);
    int number = DOCUMENT_TYPES.indexOf(name);
    binary = number == TYPES.length;
    type = number < 0 || binary ? ValueType.TEXT : TYPES[number];
  }

  /** Reads a member that says the type of its value; returns whether it is one. */
  private boolean readTyped() throws IOException, MalformedRecordException {
    if (json.isNull()) {
      return true;
    }
    switch (json.member()) {
      case "stringValue", "string_value", "vStr", "v_str" -> {
        json.text(text);
        found(ValueType.TEXT);
      }
      case "boolValue", "bool_value", "vBool", "v_bool" -> {
        if (json.scalarText(text)) {
          found(ValueType.BOOL);
        }
      }
      case "intValue", "int_value", "vInt64", "v_int64" -> {
        text.set(Long.toString(json.integer()));
        found(ValueType.INTEGER);
      }
      case "doubleValue", "double_value", "vFloat64", "v_float64" -> {
        text.set(Double.toString(json.floating()));
        found(ValueType.DOUBLE);
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private void found(ValueType type) {
    this.type = type;
    hasText = true;
  }

  /** JSON may give an enumeration by name or by number; the value may be absent. */
  private void readRecordType() throws IOException, MalformedRecordException {
    int number;
    if (json.isString()) {
      json.text(name);
      number = RECORD_TYPES.indexOf(name);
    } else {
      number = (int) json.integer();
    }
    binary = number < 0 || number >= TYPES.length;
    if (!binary && !hasText) {
      text.set(DEFAULTS.get(number));
      found(TYPES[number]);
    }
  }
}
