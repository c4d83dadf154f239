package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.util.SerializedThrowable;
import org.apache.logging.log4j.core.impl.Log4jLogEvent;
import org.junit.jupiter.api.Test;

/** What {@code run} says while the job goes on. */
class RunMessagesTest {
  private static List<String> told(Throwable failure) {
    List<String> told = new ArrayList<>();
    CheckpointFailures failures = new CheckpointFailures("/state", told::add);
    failures.filter(
        Log4jLogEvent.newBuilder()
            .setLoggerName("org.apache.flink.runtime.checkpoint.CheckpointFailureManager")
            .setThrown(failure)
            .build());
    return told;
  }

  @Test
  void aCheckpointThatFindsNoRoomIsNamedWithItsPathAndWhatHappensNow() {
    Throwable full = new IOException("No space left on device");
    String line =
        "a checkpoint could not be written to /state: No space left on device; nothing is"
            + " lost, the job continues from its newest checkpoint and tries again";

    assertThat(told(new CheckpointException(CheckpointFailureReason.IO_EXCEPTION, full)))
        .containsExactly(line);
    assertThat(
            told(
                new CheckpointException(
                    CheckpointFailureReason.CHECKPOINT_DECLINED, new SerializedThrowable(full))))
        .containsExactly(line);
  }

  @Test
  void aCheckpointThatEndsWithTheJobIsNoNews() {
    assertThat(
            told(new CheckpointException(CheckpointFailureReason.CHECKPOINT_COORDINATOR_SHUTDOWN)))
        .isEmpty();
  }

  @Test
  void aMinuteIsALine() {
    assertThat(ProgressLines.line(12_345, 1, 678, 0))
        .isEqualTo("12,345 spans/s, 1 record behind, 678 traces open, 0 incidents open");
  }

  @Test
  void aWrongEncodingIsNamedOnceAHundredRecordsCouldNotBeRead() {
    TracemillConfig config = TracemillConfig.defaults();

    assertThat(ProgressLines.unreadable(config, 0, 99)).isEmpty();
    assertThat(ProgressLines.unreadable(config, 1, 100)).isEmpty();
    assertThat(ProgressLines.unreadable(config, 0, 100))
        .contains(
            "none of the first 100 records could be read with kafka.encoding auto; the reasons"
                + " are in topic tracemill.dead-letters.v1");
  }
}
