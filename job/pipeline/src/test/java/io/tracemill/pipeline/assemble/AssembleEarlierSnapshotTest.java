package io.tracemill.pipeline.assemble;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.assemble.AssemblyHarness.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.trace.AssembledTrace;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.OperatorSnapshotUtil;
import org.junit.jupiter.api.Test;

/**
 * State that was written when each open trace had a timer and a header: trace 1 has a root of 0 s
 * and a stray span of 2 s, trace 2 a root of 3 s, trace 3 has closed at 10 s and has a stray span
 * of 11 s since. Time had come to 12 s.
 */
class AssembleEarlierSnapshotTest {
  private static OperatorSubtaskState snapshot() throws Exception {
    URL file =
        Objects.requireNonNull(
            AssembleEarlierSnapshotTest.class.getResource("timers-and-headers.snapshot"));
    return OperatorSnapshotUtil.readStateHandle(Path.of(file.toURI()).toString());
  }

  @Test
  void itsTracesCloseWhenTheyWouldHave() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.restored(snapshot())) {
      assertThat(harness.watermark(12.999).closed()).isEmpty();
      assertThat(harness.watermark(13).closed())
          .extracting(AssembledTrace::traceId)
          .containsExactly(trace(2).traceId());
      assertThat(harness.watermark(21.999).closed()).isEmpty();
      assertThat(harness.watermark(40).closed())
          .extracting(
              AssembledTrace::traceId, AssembledTrace::deadlineMillis, AssembledTrace::reopened)
          .containsExactly(
              tuple(trace(1).traceId(), at(22), false), tuple(trace(3).traceId(), at(31), true));
    }
  }

  @Test
  void nothingOfItStays() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.restored(snapshot())) {
      harness.endOfInput();
      assertThat(harness.stateEntries()).isZero();
      assertThat(harness.timers()).isZero();
    }
  }
}
