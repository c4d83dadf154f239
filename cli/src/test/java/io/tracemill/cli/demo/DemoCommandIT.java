package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The only test that lets real time pass: the demo is about just that. */
@Timeout(180)
final class DemoCommandIT {
  @Test
  void theDemoShowsWhereRequestsSpendTheirTimeAndThatNothingIsLost() {
    CommandLineRun run = CommandLineRun.of("demo", "--duration", "30s").succeeds();
    assertThat(run.out()).contains("frontend POST /checkout", "hottest path", "No data lost.");
  }
}
