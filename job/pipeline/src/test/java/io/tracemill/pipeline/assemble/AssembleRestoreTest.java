package io.tracemill.pipeline.assemble;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.assemble.AssemblyHarness.CAPS;
import static io.tracemill.pipeline.assemble.AssemblyHarness.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.AssembledTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

class AssembleRestoreTest {
  private static final int TRACES = 40;

  private static Fragment root(long trace, double seconds) {
    return trace(trace).root("frontend", 0, 100).fragment(at(seconds));
  }

  private static Fragment stray(long trace, double seconds) {
    return trace(trace).orphan("db", 10, 40).fragment(at(seconds));
  }

  @Test
  void aTraceGoesOnWhereTheSnapshotWasTaken() throws Exception {
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      state = harness.feed(root(1, 0)).feed(stray(1, 2)).watermark(5).snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state)) {
      harness.feed(stray(1, 6)).watermark(25.999);
      assertThat(harness.closed()).isEmpty();
      assertThat(harness.watermark(26).closed())
          .singleElement()
          .satisfies(trace -> assertThat(trace.fragments()).hasSize(3));
      assertThat(harness.stateEntries()).isZero();
      assertThat(harness.timers()).isZero();
    }
  }

  @Test
  void tombstonesAreRestored() throws Exception {
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      state = harness.feed(root(1, 0)).watermark(15).snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state)) {
      harness.feed(stray(1, 20)).feed(stray(2, 20));
      assertThat(harness.endOfInput().closed())
          .extracting(AssembledTrace::traceId, AssembledTrace::reopened)
          .containsExactlyInAnyOrder(
              tuple(trace(1).traceId(), true), tuple(trace(2).traceId(), false));
    }
  }

  @Test
  void whatATraceIsKnownByIsRestoredWhetherItIsOpenAgainOrNot() throws Exception {
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(root(1, 0)).feed(root(2, 0)).watermark(15);
      state = harness.feed(stray(1, 16)).snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state)) {
      harness.feed(stray(2, 20)).watermark(50);
      assertThat(harness.closed())
          .hasSize(2)
          .allMatch(AssembledTrace::reopened)
          .extracting(trace -> trace.endpoint().frame())
          .containsOnly(Optional.of(SayingSerializer.ENDPOINT));
      assertThat(harness.stateEntries()).isZero();
    }
  }

  @Test
  void whatIsOpenCountsAgainAfterARestoreAndTheOldestGoesFirst() throws Exception {
    long bytes = AssemblyCaps.weight(root(1, 0));
    AssemblyCaps caps = new AssemblyCaps(1000, 1 << 20, TRACES * bytes, 60_000);
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      for (int trace = 0; trace < TRACES; trace++) {
        harness.feed(root(trace, trace));
      }
      assertThat(harness.closed()).isEmpty();
      state = harness.snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state, caps)) {
      harness.feed(root(TRACES, 50)).feed(root(TRACES + 1, 50));
      assertThat(harness.closed())
          .extracting(AssembledTrace::traceId)
          .containsExactly(trace(0).traceId(), trace(1).traceId());
    }
  }

  @Test
  void aTraceThatACapClosesAfterARestoreClosesNoEarlierThanTimeHadCome() throws Exception {
    AssemblyCaps one = new AssemblyCaps(1, 1 << 20, 1 << 20, 60_000);
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started(one)) {
      state = harness.feed(stray(1, 0)).watermark(15).snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state, one)) {
      assertThat(harness.feed(stray(1, 16)).closed())
          .extracting(AssembledTrace::deadlineMillis)
          .containsExactly(at(15) + 1);
    }
  }

  @Test
  void whatTimeHadComeToIsStillBelievedWhereTheInputEndsAfterARestore() throws Exception {
    double gap = 3 * 3600;
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(jump(1, 0, gap)).feed(jump(1, 1, gap + 30)).feed(root(2, gap));
      state = harness.snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state)) {
      assertThat(harness.endOfInput().closed())
          .filteredOn(trace -> trace.traceId().equals(trace(1).traceId()))
          .hasSize(2);
    }
  }

  @Test
  void aClaimThatWasBelievedStillIsThoughTheWatermarkFallsBehindAfterARestore() throws Exception {
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(jump(1, 0, 18_000)).feed(stray(1, 18_005)).watermark(18_024);
      assertThat(harness.closed()).isEmpty();
      state = harness.snapshot();
    }
    try (AssemblyHarness harness = AssemblyHarness.restored(state)) {
      assertThat(harness.watermark(5_000).closed()).isEmpty();
      assertThat(harness.watermark(18_024.999).closed()).isEmpty();
      assertThat(harness.watermark(18_025).closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.deadlineMillis()).isEqualTo(at(18_025));
                assertThat(trace.fragments()).hasSize(2);
              });
    }
  }

  /** A span whose record counts at one time and states a later one. */
  private static Fragment jump(long trace, double seconds, double claimedSeconds) {
    Fragment span = stray(trace, seconds);
    return new Fragment(
        span.traceId(),
        span.timeMillis(),
        at(claimedSeconds),
        span.spans(),
        span.root(),
        span.bytes());
  }

  @Test
  void oneSubtaskCanBecomeTwo() throws Exception {
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      state = halfDone(harness, 0, 1).snapshot();
    }
    List<AssembledTrace> closed = new ArrayList<>();
    for (int subtask = 0; subtask < 2; subtask++) {
      try (AssemblyHarness harness = AssemblyHarness.rescaled(state, CAPS, 1, 2, subtask)) {
        closed.addAll(finish(harness, subtask, 2));
      }
    }
    assertAllAreThere(closed);
  }

  @Test
  void twoSubtasksCanBecomeOne() throws Exception {
    OperatorSubtaskState state;
    try (AssemblyHarness first = AssemblyHarness.rescaled(nothing(), CAPS, 1, 2, 0);
        AssemblyHarness second = AssemblyHarness.rescaled(nothing(), CAPS, 1, 2, 1)) {
      state =
          AbstractStreamOperatorTestHarness.repackageState(
              halfDone(first, 0, 2).snapshot(), halfDone(second, 1, 2).snapshot());
    }
    try (AssemblyHarness harness = AssemblyHarness.rescaled(state, CAPS, 2, 1, 0)) {
      assertAllAreThere(finish(harness, 0, 1));
    }
  }

  private static OperatorSubtaskState nothing() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      return harness.snapshot();
    }
  }

  /** Even traces have closed, odd ones are open. */
  private static AssemblyHarness halfDone(AssemblyHarness harness, int subtask, int parallelism)
      throws Exception {
    for (int trace = 0; trace < TRACES; trace++) {
      if (isOf(trace, subtask, parallelism)) {
        harness.feed(trace % 2 == 0 ? root(trace, 0) : stray(trace, 0));
      }
    }
    harness.watermark(10);
    harness.closed();
    return harness;
  }

  /** Another span for each. */
  private static List<AssembledTrace> finish(AssemblyHarness harness, int subtask, int parallelism)
      throws Exception {
    for (int trace = 0; trace < TRACES; trace++) {
      if (isOf(trace, subtask, parallelism)) {
        harness.feed(stray(trace, 15));
      }
    }
    return harness.endOfInput().closed();
  }

  private static boolean isOf(int trace, int subtask, int parallelism) {
    TraceId traceId = trace(trace).traceId();
    return AssemblyHarness.subtaskOf(traceId, parallelism) == subtask;
  }

  private static void assertAllAreThere(List<AssembledTrace> closed) {
    assertThat(closed)
        .hasSize(TRACES)
        .allSatisfy(
            trace -> {
              boolean even = trace.traceId().low() % 2 == 0;
              assertThat(trace.reopened()).as("%s", trace).isEqualTo(even);
              assertThat(trace.fragments()).as("%s", trace).hasSize(even ? 1 : 2);
            });
  }
}
