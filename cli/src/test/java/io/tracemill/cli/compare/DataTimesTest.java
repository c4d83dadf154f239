package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.CohortSplit.ByTime;
import io.tracemill.analysis.cohort.Period;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DataTimesTest {
  private static final long GRACE = 10;
  private static final long QUIET = 20;

  /** From each first to each second number, seconds. */
  private static DataTimes data(long... seconds) {
    Period[] stretches = new Period[seconds.length / 2];
    Arrays.setAll(stretches, i -> period(seconds[2 * i], seconds[2 * i + 1]));
    return new DataTimes("the files have spans", List.of(stretches));
  }

  private static Period period(long start, long end) {
    return new Period(1000 * start, 1000 * end);
  }

  private static ByTime around(DataTimes data, long second) {
    return data.around(1000 * second, 1000 * GRACE, 1000 * QUIET);
  }

  @Test
  void anHourBeforeIsComparedWithTenMinutesAfter() {
    ByTime split = around(data(0, 20_000), 10_000);
    assertThat(split.baseline()).isEqualTo(period(10_000 - 3600, 10_000));
    assertThat(split.problem()).isEqualTo(period(10_000 + GRACE, 10_000 + GRACE + 600));
  }

  @Test
  void rangesEndWithTheData() {
    ByTime split = around(data(1000, 1500), 1300);
    assertThat(split.baseline()).isEqualTo(period(1000, 1300));
    assertThat(split.problem()).isEqualTo(period(1300 + GRACE, 1500 + QUIET));
  }

  @Test
  void whatLiesBeyondAGapIsLeftOut() {
    ByTime split = around(data(0, 900, 1000, 1500, 1600, 3000), 1300);
    assertThat(split.baseline()).isEqualTo(period(1000, 1300));
    assertThat(split.problem()).isEqualTo(period(1310, 1520));
  }

  @Test
  void aGapIsCrossedWhereElseThereIsTooLittleData() {
    ByTime split = around(data(0, 100, 200, 900, 1280, 1320, 1400, 1800), 1300);
    assertThat(split.baseline()).isEqualTo(period(200, 1300));
    assertThat(split.problem()).isEqualTo(period(1310, 1820));
  }

  @Test
  void aMomentInAGapHasTheDataOnBothSides() {
    ByTime split = around(data(0, 900, 1500, 2000), 1200);
    assertThat(split.baseline()).isEqualTo(period(0, 1200));
    assertThat(split.problem()).isEqualTo(period(1210, 1810));
  }

  @Test
  void aMomentOutsideOfTheDataIsRefusedWithWhatThereIs() {
    for (long second : List.of(500L, 1000L, 2000L, 3000L)) {
      assertThatThrownBy(() -> around(data(1000, 2000), second))
          .hasMessageContaining("--at: there is nothing to compare at 1970-01-01T00:")
          .hasMessageContaining(
              "the files have spans from 1970-01-01T00:16:40Z to 1970-01-01T00:33:19.999Z; give a"
                  + " time between them");
    }
  }

  @Test
  void filesWithoutSpansAreRefused() {
    assertThatThrownBy(() -> data()).hasMessageContaining("the files have no spans");
  }
}
