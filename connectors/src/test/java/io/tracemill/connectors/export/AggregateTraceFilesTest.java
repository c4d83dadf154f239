package io.tracemill.connectors.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.view.tprof.FindingSamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AggregateTraceFilesTest {
  @Test
  void everySubSpanHasAFileNamedAsItsRecordAndTheIndexListsThem(@TempDir Path directory)
      throws IOException {
    new AggregateTraceFiles(directory).write(FindingSamples.diagnosis(), 60_000);

    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .hasSize(2 * 4 + 1)
          .contains(
              "index.json",
              "self-time-1.1.1.1.otlp.json",
              "self-time-1.1.2.2.otlp.json",
              "critical-path-1.1.1.2.otlp.json");
    }
    assertThat(directory.resolve("self-time-1.1.1.1.otlp.json"))
        .hasSameBinaryContentAs(directory.resolve("critical-path-1.1.1.1.otlp.json"))
        .content()
        .contains(AggregateTraceSpans.PROBLEM);
    assertThat(directory.resolve("index.json"))
        .content()
        .contains("\"self-time-1.1.2.2.otlp.json\"", "\"id\":\"1.1.2.2\"");
  }
}
