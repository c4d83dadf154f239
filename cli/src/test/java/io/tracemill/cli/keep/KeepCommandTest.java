package io.tracemill.cli.keep;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeepCommandTest {
  @ParameterizedTest
  @CsvSource({
    "--delay, 0s, --delay: 0 is too small",
    "--delay, 30, is no duration",
    "--max-traces, 0, --max-traces: 0 is too small",
    "--bytes-per-second, -5, --bytes-per-second: -5 is too small",
    "--reason, slow, SLOWEST",
  })
  void aBadOptionIsRefusedAtOnceByName(String option, String value, String says) {
    CommandLineRun run = CommandLineRun.of("keep", option, value);

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains(says, "Try: tracemill keep --help");
  }

  @Test
  void aTopicOfTheJobIsNoTarget(@TempDir Path directory) throws IOException {
    String yaml = "kafka: {topics: [otlp_spans, '^eu_.*']}";
    CommandLineRun.configured(directory, yaml, "keep", "--to", "otlp_spans")
        .assertFailed(2, "--to: 'otlp_spans' is a topic that the job reads or writes");
    CommandLineRun.configured(directory, yaml, "keep", "--to", "eu_kept")
        .assertFailed(2, "--to: 'eu_kept'", "kafka.topics");
    CommandLineRun.configured(directory, yaml, "keep", "--to", "tracemill.keep.v1")
        .assertFailed(2, "--to: 'tracemill.keep.v1'", "output.prefix");
  }

  @Test
  void itsHelpFitsATerminal() {
    assertThat(CommandLineRun.of("keep", "--help").succeeds().out().lines())
        .allMatch(line -> line.length() <= 80);
  }
}
