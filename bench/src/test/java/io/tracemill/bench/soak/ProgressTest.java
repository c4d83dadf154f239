package io.tracemill.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** 1,000 records a second are 500,000 spans. */
final class ProgressTest {
  private static final long SPEED = 500_000;

  @Test
  void whoReadsWhatIsSentWithinASecondKeepsUp() {
    assertThat(behind(new Run().samples(3, 900, 8_000).samples(6, 1_000, 900))).isEmpty();
  }

  @Test
  void whatWasSlowInTheFirstThirdOnlyKeepsUp() {
    assertThat(behind(new Run().samples(3, 500, 20_000).samples(6, 1_000, 500))).isEmpty();
  }

  @Test
  void whoReadsLessThanWasSentHasFallenBehind() {
    Run run = new Run().samples(4, 1_000, 1_000);
    for (int i = 1; i <= 5; i++) {
      run.sample(1_000, 1_000 + 3_000 * i);
    }

    assertThat(behind(run))
        .satisfiesExactly(
            complaint -> assertThat(complaint).contains("THE JOB", "read 90.0 %"),
            complaint -> assertThat(complaint).contains("LAG GREW", "10,000 records (10.0 s)"));
  }

  @Test
  void whoFallsBehindInTheEndHasFallenBehind() {
    Run run = new Run().samples(36, 1_000, 500).samples(3, 1_000, 1_500);

    assertThat(behind(run))
        .singleElement()
        .asString()
        .contains("LAG GREW", "1,500 records (1.5 s)", "middle third is 500");
  }

  @Test
  void aPauseAtTheLastSampleIsNoLag() {
    assertThat(behind(new Run().samples(38, 1_000, 500).sample(1_000, 9_000))).isEmpty();
  }

  @Test
  void aSenderBelowItsSpeedHasFallenBehind() {
    assertThat(behind(new Run().samples(9, 970, 500)))
        .singleElement()
        .asString()
        .contains("THE SENDER", "485,000 spans/s", "97.0 % of --speed");
  }

  @Test
  void comparisonsInTheLastThirdOnlyAreTooLate() {
    Progress late = new Progress(new Run().samples(7, 1, 0).watched(20).samples(2, 1, 0).samples());
    Progress early =
        new Progress(new Run().samples(6, 1, 0).watched(20).samples(3, 1, 0).samples());

    assertThat(late.notCompared()).get().asString().contains("NOTHING WAS COMPARED", "first 210 s");
    assertThat(early.notCompared()).isEmpty();
  }

  @Test
  void theSlopeIsThatOfTheLineThroughTheSamples() {
    Run run = new Run();
    for (int i = 0; i < 6; i++) {
      run.heap(1_000 + 10 * i).sample(1, 0);
    }

    assertThat(Slope.perHour(run.samples(), Sample::heapBytes)).isCloseTo(1_200, within(1e-6));
  }

  private static List<String> behind(Run run) {
    return new Progress(run.samples()).behind(SPEED);
  }
}
