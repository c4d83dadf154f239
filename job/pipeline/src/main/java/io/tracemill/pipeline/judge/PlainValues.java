package io.tracemill.pipeline.judge;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Writes the plain values of a {@link io.tracemill.analysis.detection.DetectorState} as Smile, and
 * reads them. An array of numbers is a list that begins with the name of its type, such as {@code
 * int[]}.
 */
final class PlainValues {
  private static final SmileFactory FACTORY = new SmileFactory();
  private static final String INTS = "int[]";
  private static final String LONGS = "long[]";
  private static final String DOUBLES = "double[]";

  private PlainValues() {}

  static byte[] write(Map<String, ?> values) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = FACTORY.createGenerator(bytes)) {
      writeValue(values, out);
    }
    return bytes.toByteArray();
  }

  static Map<String, Object> read(byte[] bytes) throws IOException {
    try (JsonParser in = FACTORY.createParser(bytes)) {
      in.nextToken();
      return readMap(in);
    }
  }

  private static void writeValue(Object value, JsonGenerator out) throws IOException {
    if (value instanceof Map<?, ?> map) {
      out.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        out.writeFieldName((String) entry.getKey());
        writeValue(entry.getValue(), out);
      }
      out.writeEndObject();
    } else if (value instanceof String text) {
      out.writeString(text);
    } else if (value instanceof Boolean flag) {
      out.writeBoolean(flag);
    } else if (value instanceof Double || value instanceof Float) {
      out.writeNumber(((Number) value).doubleValue());
    } else if (value instanceof Number number) {
      out.writeNumber(number.longValue());
    } else {
      writeList(value, out);
    }
  }

  private static void writeList(Object value, JsonGenerator out) throws IOException {
    out.writeStartArray();
    if (value instanceof int[] ints) {
      out.writeString(INTS);
      for (int each : ints) {
        out.writeNumber(each);
      }
    } else if (value instanceof long[] longs) {
      out.writeString(LONGS);
      for (long each : longs) {
        out.writeNumber(each);
      }
    } else if (value instanceof double[] doubles) {
      out.writeString(DOUBLES);
      for (double each : doubles) {
        out.writeNumber(each);
      }
    } else if (value instanceof List<?> list) {
      for (Object each : list) {
        writeValue(each, out);
      }
    } else {
      throw new IllegalArgumentException("no plain value: " + value.getClass());
    }
    out.writeEndArray();
  }

  private static Map<String, Object> readMap(JsonParser in) throws IOException {
    Map<String, Object> map = new LinkedHashMap<>();
    while (in.nextToken() != JsonToken.END_OBJECT) {
      String key = in.currentName();
      in.nextToken();
      map.put(key, readValue(in));
    }
    return map;
  }

  private static Object readValue(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case START_OBJECT -> readMap(in);
      case START_ARRAY -> readList(in);
      case VALUE_STRING -> in.getText();
      case VALUE_TRUE, VALUE_FALSE -> in.getBooleanValue();
      case VALUE_NUMBER_INT -> in.getLongValue();
      case VALUE_NUMBER_FLOAT -> in.getDoubleValue();
      default -> throw new IOException("no plain value: " + in.currentToken());
    };
  }

  private static Object readList(JsonParser in) throws IOException {
    if (in.nextToken() == JsonToken.VALUE_STRING) {
      switch (in.getText()) {
        case INTS:
          return readLongs(in).mapToInt(Math::toIntExact).toArray();
        case LONGS:
          return readLongs(in).toArray();
        case DOUBLES:
          return readDoubles(in);
        default:
      }
    }
    List<Object> list = new ArrayList<>();
    for (; in.currentToken() != JsonToken.END_ARRAY; in.nextToken()) {
      list.add(readValue(in));
    }
    return list;
  }

  private static LongStream readLongs(JsonParser in) throws IOException {
    LongStream.Builder longs = LongStream.builder();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      longs.add(in.getLongValue());
    }
    return longs.build();
  }

  private static double[] readDoubles(JsonParser in) throws IOException {
    DoubleStream.Builder doubles = DoubleStream.builder();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      doubles.add(in.getDoubleValue());
    }
    return doubles.build().toArray();
  }
}
