package io.tracemill.connectors.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.span.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Completes records of which a test gives only the fields that it is about. */
public final class PartialRecord {
  private PartialRecord() {}

  /** The record with all required fields. */
  public static String complete(ResultStream stream, JsonNode json) {
    if (json instanceof ObjectNode object && stream.type().isPresent()) {
      ObjectNode whole = object.deepCopy();
      fill(whole, type(stream.type().get(), whole));
      return whole.toString();
    }
    return json.toString();
  }

  /** The record with all required fields, read. */
  public static <T> T read(ResultStream stream, JsonNode json, Class<T> type) {
    try {
      return RecordJson.read(complete(stream, json), type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Class<?> type(Class<?> stream, ObjectNode json) {
    if (stream != QualityRecord.class) {
      return stream;
    }
    return switch (json.path("scope").asText()) {
      case "service" -> QualityRecord.Service.class;
      case "endpoint" -> QualityRecord.Endpoint.class;
      default -> QualityRecord.Job.class;
    };
  }

  private static void fill(ObjectNode json, Class<?> type) {
    if (type == Frame.class) {
      putIfAbsent(json, "service", "");
      putIfAbsent(json, "operation", "");
    } else if (type == Period.class) {
      if (!json.has("endMillis")) {
        json.put("endMillis", 1);
      }
    } else if (type.isRecord()) {
      for (RecordComponent component : type.getRecordComponents()) {
        fill(json, component.getName(), component.getGenericType());
      }
    }
  }

  private static void fill(ObjectNode json, String name, Type type) {
    if (type instanceof ParameterizedType parameterized) {
      Type of = parameterized.getActualTypeArguments()[0];
      if (parameterized.getRawType() == Optional.class && json.has(name)) {
        fill(json, name, of);
      } else if (parameterized.getRawType() == List.class && of instanceof Class<?> each) {
        json.path(name).forEach(item -> fillItem(item, each));
      } else if (parameterized.getRawType() == Map.class) {
        json.withObjectProperty(name);
      }
    } else if (type == String.class) {
      putIfAbsent(json, name, "");
    } else if (type instanceof Class<?> plain && plain.isEnum()) {
      Enum<?> first = (Enum<?>) plain.getEnumConstants()[0];
      putIfAbsent(json, name, first.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    } else if (type instanceof Class<?> plain && (plain.isRecord() || plain == Frame.class)) {
      if (!json.path(name).isTextual()) {
        fill(json.withObjectProperty(name), plain);
      }
    }
  }

  private static void fillItem(JsonNode item, Class<?> type) {
    if (item instanceof ObjectNode object) {
      fill(object, type);
    }
  }

  private static void putIfAbsent(ObjectNode json, String name, String value) {
    if (!json.has(name)) {
      json.put(name, value);
    }
  }
}
