package io.tracemill.bench.endtoend;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What {@link MeasuredJob} is told, beside the configuration, in files of a directory.
 *
 * @param warmUp spans that are read before the clock counts
 * @param brokerPid the broker's process
 */
record Task(Stage stage, Topic topic, long warmUp, long brokerPid) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FILE = "task.json";

  void writeTo(Path directory) throws IOException {
    JSON.writeValue(directory.resolve(FILE).toFile(), this);
  }

  static Task readFrom(Path directory) throws IOException {
    return JSON.readValue(directory.resolve(FILE).toFile(), Task.class);
  }

  /** Where the configuration is. */
  static Path config(Path directory) {
    return directory.resolve("tracemill.yaml");
  }
}
