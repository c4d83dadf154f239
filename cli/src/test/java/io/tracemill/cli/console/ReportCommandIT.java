package io.tracemill.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ReportCommandIT {
  private static final String MAIN = "io.tracemill.console.report.ReportMain";
  private static final String SPAN =
      "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\","
          + "\"value\":{\"stringValue\":\"shop\"}}]},\"scopeSpans\":[{\"spans\":[{"
          + "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"00f067aa0ba902b7\","
          + "\"name\":\"GET /\",\"kind\":2,\"startTimeUnixNano\":\"1700000000000000000\","
          + "\"endTimeUnixNano\":\"1700000000100000000\"}]}]}]}\n";

  /** Writes its arguments, the files that it was given, and a line of the profiles. */
  private static final String LIST =
      """
      java.nio.file.Path data = java.nio.file.Path.of(args[1]);
      java.nio.file.Path index = java.nio.file.Path.of(args[3]);
      java.nio.file.Files.writeString(java.nio.file.Path.of(args[5]),
          args[0] + args[2] + args[4] + " " + args[6] + "=" + args[7]
              + " " + java.nio.file.Files.exists(data.resolve("profiles.jsonl"))
              + " " + java.nio.file.Files.isDirectory(index));
      """;

  @TempDir private Path directory;

  @Test
  void theReportIsMadeOfTheResultsAndTheIndexOfTheFiles() throws IOException {
    Path input = Files.writeString(directory.resolve("in.jsonl"), SPAN);
    Path report = directory.resolve("report.html");
    try (StandIn main = StandIn.of(directory, MAIN, LIST)) {
      CommandLineRun run =
          CommandLineRun.of("report", input.toString(), "--out", report.toString()).succeeds();

      assertThat(report).hasContent("--data--store--out --title=in.jsonl true true");
      assertThat(run.out()).isEqualTo("%s: 0.0 MB%n".formatted(report));
      CommandLineRun.of("report", input.toString(), "--out", report.toString())
          .assertFailed(2, "--out", "exists; give another file or add --overwrite");
    }
  }
}
