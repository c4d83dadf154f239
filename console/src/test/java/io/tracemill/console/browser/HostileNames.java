package io.tracemill.console.browser;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/**
 * Turns all names in a recording into markup with quotes, control characters, changes of direction
 * and letters that are written from right to left.
 */
final class HostileNames {
  /** What every name begins with. */
  static final String MARKUP = "<img src=x onerror=\"alert(1)\">";

  private static final String BEGINNING =
      MARKUP
          + "<script>alert(2)</script>'\"`&lt;${alert(3)}\\"
          + "\u0000\u0007\u001b[31m\r\n\t\u202e\u2066\u200f"
          + "\u05e9\u05dc\u05d5\u05dd ";

  private static final int LENGTH = 10_000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private HostileNames() {}

  /** Writes a copy of compressed traces in OTLP's JSON. */
  static Path write(Path traces, Path to) throws IOException {
    try (BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(traces)), UTF_8));
        BufferedWriter out = Files.newBufferedWriter(to)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        JsonNode batch = JSON.readTree(line);
        batch.findParents("traceId").forEach(span -> rename((ObjectNode) span, "name"));
        batch
            .findParents("stringValue")
            .forEach(value -> rename((ObjectNode) value, "stringValue"));
        out.write(JSON.writeValueAsString(batch));
        out.newLine();
      }
    }
    return to;
  }

  private static void rename(ObjectNode object, String field) {
    object.put(field, BEGINNING + object.path(field).asText());
  }

  /**
   * Lengthens names that contain a text to 10,000 characters within results, since the job cuts
   * long ones. No endpoint may have such a name: the store would not know it.
   */
  static void lengthen(Path results, String text) throws IOException {
    for (Path stream : files(results)) {
      List<String> lines = Files.readAllLines(stream);
      Files.write(
          stream,
          lines.stream().map(line -> line.replace(text, text + "x".repeat(LENGTH))).toList());
    }
  }

  private static List<Path> files(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    }
  }
}
