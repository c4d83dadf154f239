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
    tell(new JobLog("/state", told::add, true), failure);
    return told;
  }

  private static void tell(JobLog log, Throwable failure) {
    log.filter(
        Log4jLogEvent.newBuilder()
            .setLoggerName("org.apache.flink.runtime.checkpoint.CheckpointFailureManager")
            .setThrown(failure)
            .build());
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
  void aDiskThatIsTooSmallForAnyCheckpointIsNamedAsTheCauseOfNoProgress() {
    List<String> told = new ArrayList<>();
    JobLog log = new JobLog("/state", told::add, true);
    Throwable full = new IOException("No space left on device");
    assertThat(log.checkpointsFail()).isFalse();
    tell(log, full);
    assertThat(log.checkpointsFail()).isTrue();
    tell(log, full);

    assertThat(told)
        .last()
        .isEqualTo(
            "a checkpoint could not be written to /state: No space left on device; the job cannot"
                + " advance: it starts again from its newest checkpoint each time");
  }

  @Test
  void spansFromBeforeAResumeOrARestartAreNoProgress() {
    Progress progress = new Progress();
    long second = 1_000_000_000;
    progress.look(-1, 0);
    progress.look(900_000, 5 * second);
    progress.look(900_500, 10 * second);
    progress.look(-1, 15 * second);
    progress.look(900_100, 20 * second);
    progress.look(900_600, 25 * second);

    assertThat(progress.spansPerSecond()).isEqualTo(100);
    assertThat(progress.spansPerSecond()).isZero();
  }

  @Test
  void aMinuteIsALine() {
    assertThat(Progress.line(12_345, 1, 678, 0))
        .isEqualTo("12,345 spans/s, 1 record behind, 678 traces open, 0 incidents open");
  }

  @Test
  void aWrongEncodingIsNamedWithTheTopicThatHasTheReasons() {
    assertThat(JobWatch.unreadable(TracemillConfig.defaults(), "first 100 records"))
        .isEqualTo(
            "none of the first 100 records could be read with kafka.encoding auto; the reasons"
                + " are in topic tracemill.dead-letters.v1");
  }
}
