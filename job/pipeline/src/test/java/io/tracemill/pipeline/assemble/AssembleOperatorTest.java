package io.tracemill.pipeline.assemble;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.assemble.AssemblyHarness.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class AssembleOperatorTest {
  /** A root alone. */
  private static Fragment root(long trace, double seconds) {
    return trace(trace).root("frontend", 0, 100).fragment(at(seconds));
  }

  /** A span whose parent does not come. */
  private static Fragment stray(long trace, double seconds) {
    return trace(trace).orphan("db", 10, 40).fragment(at(seconds));
  }

  private static int spans(AssembledTrace trace) {
    return trace.fragments().stream().mapToInt(Fragment::spans).sum();
  }

  @Test
  void aTraceClosesAtItsRootsGraceIfNoSpanMissesItsParent() throws Exception {
    TraceSpec spec = trace(1).root("frontend", 0, 100).child("frontend", "db", 10, 40);
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(spec.fragmentsOf(spec.spans().subList(0, 1), at(0)));
      harness.feed(spec.fragmentsOf(spec.spans().subList(1, 2), at(4)));
      assertThat(harness.watermark(9.999).closed()).isEmpty();
      List<AssembledTrace> closed = harness.watermark(10).closed();
      assertThat(closed)
          .singleElement()
          .extracting(AssembledTrace::deadlineMillis)
          .isEqualTo(at(10));
      assertThat(spans(closed.get(0))).isEqualTo(2);
      assertThat(closed.get(0).truncated()).isFalse();
      assertThat(closed.get(0).reopened()).isFalse();
    }
  }

  @Test
  void deadlinesAreRoundedUpToASecond() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(root(1, 0.001));
      assertThat(harness.watermark(10.999).closed()).isEmpty();
      assertThat(harness.watermark(11).closed()).hasSize(1);
    }
  }

  @Test
  void aTraceClosesAfterTheQuietPeriodIfASpanMissesItsParent() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(root(1, 0)).feed(stray(1, 2));
      assertThat(harness.watermark(21.999).closed()).isEmpty();
      assertThat(harness.watermark(22).closed())
          .singleElement()
          .satisfies(t -> assertThat(spans(t)).isEqualTo(2));
    }
  }

  @Test
  void aTraceWithoutARootClosesAfterTheQuietPeriod() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(stray(1, 0)).watermark(5).feed(stray(1, 15));
      assertThat(harness.watermark(34.999).closed()).isEmpty();
      assertThat(harness.watermark(35).closed()).hasSize(1);
    }
  }

  @Test
  void aTraceClosesAtItsMaximumDurationThoughSpansKeepComing() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      for (int second = 0; second <= 630; second += 15) {
        harness.feed(stray(1, second)).watermark(second);
      }
      assertThat(harness.closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.deadlineMillis()).isEqualTo(at(600));
                assertThat(spans(trace)).isEqualTo(600 / 15 + 1);
                assertThat(trace.truncated()).isFalse();
              });
      assertThat(harness.endOfInput().closed())
          .singleElement()
          .satisfies(trace -> assertThat(trace.reopened()).isTrue());
    }
  }

  @Test
  void aFragmentAfterTheDeadlineReopensTheTraceWhoseDeadlineComes() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(root(1, 0)).watermark(12);
      assertThat(harness.closed()).hasSize(1);
      harness.feed(stray(1, 15)).watermark(34.999);
      assertThat(harness.closed()).isEmpty();
      assertThat(harness.watermark(35).closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.reopened()).isTrue();
                assertThat(trace.deadlineMillis()).isEqualTo(at(35));
              });
    }
  }

  @Test
  void aFragmentThatArrivedBeforeTheDeadlineButIsAfterItIsLateAllTheSame() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(stray(1, 15)).feed(root(1, 0)).watermark(12);
      assertThat(harness.closed())
          .singleElement()
          .satisfies(t -> assertThat(spans(t)).isEqualTo(1));
      assertThat(harness.watermark(35).closed())
          .singleElement()
          .satisfies(trace -> assertThat(trace.reopened()).isTrue());
    }
  }

  @Test
  void aReopenedTraceIsKnownByWhatWasSaidOfItThoughItsTombstoneHasGone() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(root(1, 0)).watermark(69);
      assertThat(harness.closed()).hasSize(1);
      for (int second = 70; second < 300; second += 15) {
        harness.feed(stray(1, second)).watermark(second);
      }
      assertThat(harness.watermark(400).closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.reopened()).isTrue();
                assertThat(trace.endpoint().frame()).contains(SayingSerializer.ENDPOINT);
              });
      assertThat(harness.stateEntries()).isZero();
    }
  }

  @Test
  void whatIsLateAgainIsKnownByTheSame() throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(root(1, 0)).watermark(12).feed(stray(1, 15)).watermark(40).closed();
      assertThat(harness.feed(stray(1, 90)).watermark(120).closed())
          .singleElement()
          .satisfies(
              trace -> assertThat(trace.endpoint().frame()).contains(SayingSerializer.ENDPOINT));
    }
  }

  @Test
  void theFirstSpanBeyondMaxSpansClosesTheTraceAndIsCapped() throws Exception {
    AssemblyCaps caps = new AssemblyCaps(3, 1 << 20, 1 << 20, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      harness.feed(root(1, 0)).feed(stray(1, 1)).feed(stray(1, 2));
      assertThat(harness.closed()).isEmpty();
      harness.feed(trace(1).orphan("a", 0, 1).orphan("b", 0, 1).fragment(at(3)));
      assertThat(harness.closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.truncated()).isTrue();
                assertThat(trace.cappedSpans()).isEqualTo(2);
                assertThat(spans(trace)).isEqualTo(3);
                assertThat(trace.deadlineMillis()).isEqualTo(at(2));
              });
      harness.feed(stray(1, 4));
      assertThat(harness.endOfInput().closed())
          .singleElement()
          .satisfies(trace -> assertThat(trace.reopened()).isTrue());
    }
  }

  @Test
  void theFirstSpanBeyondMaxBytesClosesTheTraceAndIsCapped() throws Exception {
    long bytes = AssemblyCaps.weight(root(1, 0));
    AssemblyCaps caps = new AssemblyCaps(1000, bytes + 1, 1 << 20, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      harness.feed(root(1, 0)).feed(stray(1, 1));
      assertThat(harness.closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.truncated()).isTrue();
                assertThat(trace.cappedSpans()).isEqualTo(1);
              });
    }
  }

  @Test
  void aTraceClosedByACapIsNeverBehindTheWatermark() throws Exception {
    AssemblyCaps caps = new AssemblyCaps(1, 1 << 20, 1 << 20, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      harness.feed(stray(1, 0)).watermark(12).feed(stray(1, 13));
      assertThat(harness.closed())
          .singleElement()
          .satisfies(trace -> assertThat(trace.deadlineMillis()).isGreaterThan(at(12)));
    }
  }

  @Test
  void theOldestTraceClosesFirstWhenAllTogetherHoldTooMuch() throws Exception {
    long bytes = AssemblyCaps.weight(root(1, 0));
    AssemblyCaps caps = new AssemblyCaps(1000, 1 << 20, 2 * bytes, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      harness.feed(root(1, 0)).feed(root(2, 1));
      assertThat(harness.closed()).isEmpty();
      harness.feed(root(3, 2));
      assertThat(harness.closed())
          .singleElement()
          .satisfies(
              trace -> {
                assertThat(trace.traceId()).isEqualTo(trace(1).traceId());
                assertThat(trace.truncated()).isTrue();
                assertThat(trace.cappedSpans()).isZero();
              });
      assertThat(harness.endOfInput().closed())
          .extracting(AssembledTrace::traceId)
          .containsExactly(trace(2).traceId(), trace(3).traceId());
    }
  }

  @Test
  void oneTraceAloneMayHoldMoreThanAllTogether() throws Exception {
    AssemblyCaps caps = new AssemblyCaps(1000, 1 << 20, 1, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      harness.feed(root(1, 0)).feed(stray(1, 1));
      assertThat(harness.closed()).isEmpty();
    }
  }

  @Test
  void aJumpThatWasNotBelievedIsOnceTheWatermarkIsThere() throws Exception {
    Fragment early = stray(1, 0);
    Fragment jumped =
        new Fragment(early.traceId(), at(0), at(18_000), early.spans(), false, early.bytes());
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      harness.feed(jumped).feed(stray(1, 18_005)).watermark(18_024);
      assertThat(harness.closed()).isEmpty();
      assertThat(harness.watermark(18_025).closed())
          .singleElement()
          .satisfies(trace -> assertThat(spans(trace)).isEqualTo(2));
    }
  }

  @Test
  void aJumpThatIsNeverBelievedCountsAsTheTimeItCame() throws Exception {
    Fragment early = stray(1, 0);
    Fragment jumped =
        new Fragment(early.traceId(), at(0), at(18_000), early.spans(), false, early.bytes());
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      assertThat(harness.feed(jumped).watermark(20).closed()).hasSize(1);
    }
  }

  @Test
  void nothingStaysInStateWhenAllTracesHaveClosed() throws Exception {
    AssemblyCaps caps = new AssemblyCaps(2, 1 << 20, 800, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      for (int trace = 0; trace < 50; trace++) {
        harness.feed(stray(trace, trace)).feed(root(trace, trace + 7));
        if (trace % 5 == 0) {
          harness.feed(stray(trace, trace));
        }
        harness.watermark(trace - 1);
      }
      assertThat(harness.stateEntries()).isPositive();
      harness.endOfInput();
      assertThat(harness.stateEntries()).isZero();
      assertThat(harness.timers()).isZero();
    }
  }

  @Test
  void timesBefore1970CloseLikeAnyOther() throws Exception {
    AssemblyCaps caps = new AssemblyCaps(1, 1 << 20, 1 << 20, 60_000);
    try (AssemblyHarness harness = AssemblyHarness.started(caps)) {
      for (int i = 0; i < 1000; i++) {
        harness.feed(trace(i).orphan("db", 10, 40).fragment(-5));
        harness.feed(trace(i).orphan("db", 10, 40).fragment(-5));
      }
      assertThat(harness.closed()).hasSize(1000);
      harness.feed(trace(7).orphan("db", 10, 40).fragment(3));
      assertThat(harness.endOfInput().closed())
          .singleElement()
          .satisfies(trace -> assertThat(trace.reopened()).isTrue());
    }
  }
}
