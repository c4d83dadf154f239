package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.sample.MadeUpSample;
import org.junit.jupiter.api.Test;

class TrafficCheckTest {
  @Test
  void howMuchComesIsSaid() {
    MadeUpSample sample = new MadeUpSample();
    for (int second = 0; second <= 10; second++) {
      sample.root(1000L * second, second + 1, "a", "GET /");
    }
    assertThat(TrafficCheck.of(sample.whole()))
        .hasSize(2)
        .first()
        .extracting(Finding::text)
        .asString()
        .startsWith("1.1 spans/s in 1.1 records/s, by the newest 11 spans in 11 records (");
  }

  @Test
  void whatWouldBeLostIsAWarning() {
    MadeUpSample sample =
        new MadeUpSample()
            .root(0, 1, "a", "GET /")
            .record(0, 0, "not a span".getBytes(UTF_8))
            .root(2 * 3_600_000, 2, "a", "GET /");

    assertThat(TrafficCheck.of(sample.whole()))
        .filteredOn(Finding::asksForAction)
        .extracting(Finding::text)
        .satisfiesExactly(
            text ->
                assertThat(text)
                    .startsWith(
                        "33 % of 3 records cannot be decoded and would become dead letters; the"
                            + " first: "),
            text ->
                assertThat(text)
                    .isEqualTo(
                        "1 record timestamp further ahead of the partition than time.max-jump and would not be"
                            + " believed"));
  }
}
