package io.tracemill.connectors.export;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Writes the list of exported files. */
final class ExportIndex {
  /** The name of its file. */
  static final String NAME = "index.json";

  private ExportIndex() {}

  /**
   * Writes the list as an array of objects.
   *
   * @param entries the text or number of each field
   */
  static void write(Path directory, List<Map<String, Object>> entries) throws IOException {
    try (JsonGenerator json =
        new JsonFactory()
            .createGenerator(directory.resolve(NAME).toFile(), JsonEncoding.UTF8)
            .useDefaultPrettyPrinter()) {
      json.writeStartArray();
      for (Map<String, Object> entry : entries) {
        json.writeStartObject();
        for (Map.Entry<String, Object> field : entry.entrySet()) {
          json.writeFieldName(field.getKey());
          json.writeObject(field.getValue());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
  }
}
