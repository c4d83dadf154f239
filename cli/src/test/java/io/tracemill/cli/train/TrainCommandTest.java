package io.tracemill.cli.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.pipeline.config.ConfigException;
import io.tracemill.store.engine.Filter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TrainCommandTest {
  private static final Instant END = Instant.parse("2026-11-28T12:00:00Z");
  private static final long END_MILLIS = END.toEpochMilli();

  @Test
  void withoutARangeTheLast14DaysOfTheDataCount() {
    assertThat(TrainCommand.range(Filter.ALL_TIME, END))
        .isEqualTo(new Period(END_MILLIS - Duration.ofDays(14).toMillis(), END_MILLIS));
  }

  @Test
  void aRangeEndsWithTheDataAtTheLatest() {
    assertThat(TrainCommand.range(new Period(7, Long.MAX_VALUE), END))
        .isEqualTo(new Period(7, END_MILLIS));
    assertThat(TrainCommand.range(new Period(7, 9), END)).isEqualTo(new Period(7, 9));
  }

  @Test
  void aRangeAfterTheDataIsRefused() {
    assertThatThrownBy(() -> TrainCommand.range(new Period(END_MILLIS, END_MILLIS + 1), END))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("give another range");
  }

  @Test
  void wrongOptionsAreRefusedBeforeTheStoreIsRead(@TempDir Path directory) {
    String out = directory.resolve("missing").resolve("models.tmam").toString();

    CommandLineRun.of("train", "--store", "none", "--out", out)
        .assertFailed(2, "--out: '" + out + "' cannot be written");
    assertThat(
            CommandLineRun.of("train", "--store", "none", "--out", "m", "--alarm-share", "0.05")
                .err())
        .contains("--alarm-share: 0.05 is not above 0 and below 0.05");
  }
}
