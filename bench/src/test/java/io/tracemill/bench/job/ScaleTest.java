package io.tracemill.bench.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScaleTest {
  private static final long SPANS = 7_500_000;
  private static final long SECOND = 1_000_000_000;

  /** A run over five minutes of event time. */
  private static Report.Run run(long cpuSeconds, long stateBytes) {
    Sent sent = new Sent(SPANS, SPANS, SPANS);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i <= 10; i++) {
      samples.add(
          new Sample(
              i * SECOND,
              sent,
              i * SPANS / 10,
              i * cpuSeconds * SECOND / 10,
              i * 3L * SECOND / 20,
              0,
              0,
              0,
              0,
              new Sample.Metrics(stateBytes, 0, 0)));
    }
    return Report.Run.of("job", samples, 0, "");
  }

  @Test
  void costsAreTheDifferencesBetweenRuns() {
    assertThat(Scale.costs(run(16, 50_000_000), run(35, 240_000_000), run(19, 95_000_000)))
        .contains("| a million spans | 2.00, brokers 0.20 | |")
        .contains("| an endpoint, each minute | 0.0020 | 100,000 |")
        .contains("| a second that a million spans stay open | 0.022 | 100,000,000 |")
        .contains("* (1.96 + 0.022 * seconds open) + endpoints * 0.000033) / 0.6");
  }
}
