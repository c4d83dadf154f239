package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import org.junit.jupiter.api.Test;

final class DemoCommandTest {
  @Test
  void helpSaysWhichSettingsDifferFromTheDefaults() {
    String help = CommandLineRun.of("demo", "--help").out().replaceAll("\\s+", " ");

    assertThat(help)
        .contains(
            "changes every 10 s (default: 30 s)", "a page from 10 ms (default: 50 ms) and 20 %");
  }

  @Test
  void scenariosAreListedAsTheyAreGiven() {
    CommandLineRun run = CommandLineRun.of("demo", "--scenario", "nope");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "'nope' is no scenario; allowed: faults, cache, slow-service, canary, errors, quiet");
  }
}
