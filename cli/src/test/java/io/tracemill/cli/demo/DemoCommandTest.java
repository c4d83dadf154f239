package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import org.junit.jupiter.api.Test;

final class DemoCommandTest {
  @Test
  void helpSaysFromWhatOnItPages() {
    String help = CommandLineRun.of("demo", "--help").out().replaceAll("\\s+", " ");

    assertThat(help).contains("Means that rise by 10 ms (and 20 %) page", "from 30 s on, for 90 s");
  }

  @Test
  void scenariosAreListedAsTheyAreGiven() {
    CommandLineRun run = CommandLineRun.of("demo", "--scenario", "nope");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("'nope' is no scenario, which is one of faults, cache, slow, canary, quiet");
  }
}
