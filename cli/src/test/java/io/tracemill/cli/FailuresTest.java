package io.tracemill.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.config.ConfigException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class FailuresTest {
  private final StringWriter err = new StringWriter();

  @Test
  void aFailureIsNamedWithWhatItCameFrom() {
    Exception failure =
        new IllegalStateException(
            "job failed",
            new RuntimeException("wrapper", new IOException("no broker\n  at localhost:1")));

    assertThat(status(failure)).isEqualTo(1);
    assertThat(err).hasToString("tracemill: job failed: no broker at localhost:1\n");
  }

  @Test
  void aFailureThatSaysNothingIsNamedByItsType() {
    assertThat(status(new IllegalStateException())).isEqualTo(1);
    assertThat(err).hasToString("tracemill: IllegalStateException\n");
  }

  @Test
  void aMessageOfOneWordGetsItsType() {
    assertThat(status(new UncheckedIOException(new java.nio.file.NoSuchFileException("a.gz"))))
        .isEqualTo(1);
    assertThat(err.toString()).contains("NoSuchFileException: a.gz");
  }

  @Test
  void aConfigurationIsToBlameHoweverDeepItIsWrapped() {
    assertThat(status(new RuntimeException("graph", new ConfigException("kafka.topics: no"))))
        .isEqualTo(2);
    assertThat(err).hasToString("tracemill: kafka.topics: no\n");
  }

  private int status(Exception failure) {
    CommandLine command =
        new CommandLine(new TracemillCommand()).setErr(new PrintWriter(err, true));
    return Failures.failed(failure, command, command.parseArgs("config"));
  }
}
