package io.tracemill.connectors.profilers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.stack.SampleKind;
import io.tracemill.analysis.stack.StackSample;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FlightRecordingTest {
  private static final Object MONITOR = new Object();

  @TempDir private Path directory;

  /** A recording of one thread that waits for a monitor, which this one holds until it does. */
  private Path recording() throws Exception {
    Path file = directory.resolve("waits.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JVMInformation");
      recording.enable("jdk.ActiveSetting");
      recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(30));
      recording.enable("jdk.JavaMonitorEnter").withThreshold(Duration.ZERO).withStackTrace();
      recording.start();
      Thread waiter = new Thread(FlightRecordingTest::enter, "waiter");
      synchronized (MONITOR) {
        waiter.start();
        while (waiter.getState() != Thread.State.BLOCKED) {
          Thread.onSpinWait();
        }
      }
      waiter.join();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void enter() {
    synchronized (MONITOR) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aMonitorWaitNamesItsThreadItsLengthAndTheOwner() throws Exception {
    List<StackSample> samples = FlightRecording.read(recording(), "node-7", Optional.empty());

    assertThat(samples)
        .filteredOn(sample -> sample.thread().name().equals("waiter"))
        .filteredOn(sample -> sample.kind() == SampleKind.WAIT)
        .singleElement()
        .satisfies(
            wait -> {
              assertThat(wait.thread().host()).isEqualTo("node-7");
              assertThat(wait.thread().executable()).isEqualTo("java");
              assertThat(wait.thread().pid()).isEqualTo("" + ProcessHandle.current().pid());
              assertThat(wait.valueNanos()).isPositive();
              assertThat(wait.periodNanos()).isEqualTo(Duration.ofMillis(30).toNanos());
              assertThat(wait.frames())
                  .contains(getClass().getName() + ".enter")
                  .endsWith("waits for a monitor held by " + Thread.currentThread().getName());
            });
  }

  @Test
  void aGivenServiceNamesTheProcessWhateverItsId() throws Exception {
    assertThat(FlightRecording.read(recording(), "node-7", Optional.of("cart")))
        .allSatisfy(sample -> assertThat(sample.thread().executable()).isEqualTo("cart"))
        .allSatisfy(sample -> assertThat(sample.thread().pid()).isEmpty());
  }

  @Test
  void aRecordingWithoutSamplesIsRefused() throws IOException {
    Path file = directory.resolve("empty.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.JVMInformation");
      recording.start();
      recording.stop();
      recording.dump(file);
    }

    assertThatThrownBy(() -> FlightRecording.read(file, "node-7", Optional.empty()))
        .isInstanceOf(ProfilerFileException.class)
        .hasMessageContaining("settings=profile");
  }
}
