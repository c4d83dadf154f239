package io.tracemill.pipeline.assemble;

import static io.tracemill.pipeline.assemble.AssembleOrderTest.BOUND_SECONDS;
import static io.tracemill.pipeline.assemble.AssembleOrderTest.described;
import static io.tracemill.pipeline.assemble.AssemblyHarness.CAPS;
import static io.tracemill.pipeline.assemble.AssemblyHarness.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.pipeline.assemble.AssembleOrderTest.Sent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;

/**
 * Traffic of five hours after the origin. About a quarter of it came at the origin already and
 * claims a time hours ahead; the watermark was near that time when it was first asked.
 *
 * <pre>
 * early    watermark   traffic        snapshot | restore   watermark   traffic
 * 0 s      17,960 s    from 18,000 s           |           5,000 s     the rest
 * </pre>
 */
class AssembleRestoreOrderTest {
  private static final int FROM = 18_000;

  /** All traces have closed. */
  private static final int END = FROM + 300;

  /** What was claimed is not believed by this watermark. */
  private static final int BEHIND = 5_000;

  private static final int EARLY_DELAYS = BOUND_SECONDS / 4;

  @Provide
  Arbitrary<List<Sent>> traffic() {
    return new AssembleOrderTest().traffic();
  }

  @Property(tries = 300)
  void aRestoreChangesNoTraceThoughTheWatermarkFallsBehind(
      @ForAll("traffic") List<Sent> traffic,
      @ForAll @IntRange(max = 200) int second,
      @ForAll @IntRange(min = 1, max = 2) int subtasks)
      throws Exception {
    assertThat(described(restoredAt(FROM + second, traffic, subtasks)))
        .isEqualTo(described(undisturbed(traffic)));
  }

  private static List<AssembledTrace> undisturbed(List<Sent> traffic) throws Exception {
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      begin(harness, traffic);
      for (Sent sent : arriving(traffic)) {
        harness.watermark(watermark(sent)).feed(sent.fragment());
      }
      return harness.watermark(END).closed();
    }
  }

  private static List<AssembledTrace> restoredAt(int second, List<Sent> traffic, int subtasks)
      throws Exception {
    List<AssembledTrace> closed = new ArrayList<>();
    OperatorSubtaskState state;
    try (AssemblyHarness harness = AssemblyHarness.started()) {
      begin(harness, traffic);
      for (Sent sent : arriving(traffic)) {
        if (sent.arrivalMillis() <= at(second)) {
          harness.watermark(watermark(sent)).feed(sent.fragment());
        }
      }
      closed.addAll(harness.watermark(second - BOUND_SECONDS).closed());
      state = harness.snapshot();
    }
    for (int subtask = 0; subtask < subtasks; subtask++) {
      try (AssemblyHarness harness = AssemblyHarness.rescaled(state, CAPS, 1, subtasks, subtask)) {
        harness.watermark(BEHIND);
        for (Sent sent : arriving(traffic)) {
          if (sent.arrivalMillis() > at(second)) {
            harness.watermark(watermark(sent));
            if (AssemblyHarness.subtaskOf(sent.fragment().traceId(), subtasks) == subtask) {
              harness.feed(sent.fragment());
            }
          }
        }
        closed.addAll(harness.watermark(END).closed());
      }
    }
    return closed;
  }

  private static void begin(AssemblyHarness harness, List<Sent> traffic) throws Exception {
    for (Sent sent : traffic) {
      if (isEarly(sent)) {
        harness.feed(fragment(sent, at(0)));
      }
    }
    harness.watermark(FROM - BOUND_SECONDS);
  }

  private static boolean isEarly(Sent sent) {
    return sent.delaySeconds() < EARLY_DELAYS;
  }

  /** What is not early, in the order in which it comes. */
  private static List<Sent> arriving(List<Sent> traffic) {
    return traffic.stream()
        .filter(sent -> !isEarly(sent))
        .map(sent -> new Sent(fragment(sent, claimedMillis(sent)), sent.delaySeconds()))
        .sorted(Comparator.comparingLong(Sent::arrivalMillis))
        .toList();
  }

  private static Fragment fragment(Sent sent, long timeMillis) {
    Fragment span = sent.fragment();
    return new Fragment(
        span.traceId(), timeMillis, claimedMillis(sent), span.spans(), span.root(), span.bytes());
  }

  private static long claimedMillis(Sent sent) {
    return sent.fragment().timeMillis() + 1000L * FROM;
  }

  /** That of the moment when this arrives, in seconds from the origin. */
  private static double watermark(Sent sent) {
    return (sent.arrivalMillis() - at(0)) / 1000.0 - BOUND_SECONDS;
  }
}
