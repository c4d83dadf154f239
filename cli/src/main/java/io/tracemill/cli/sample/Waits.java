package io.tracemill.cli.sample;

import io.tracemill.analysis.trace.AssemblyRules;
import java.util.List;
import java.util.stream.LongStream;

/**
 * How long a trace is waited for, in whole seconds of a short ladder.
 *
 * @param quietMillis {@code assembly.quiet-period}
 * @param graceMillis {@code assembly.root-grace}, at most as long
 * @param lateShare which share of the sample's spans would have been late
 */
public record Waits(long quietMillis, long graceMillis, double lateShare) {
  private static final double WANTED_LATE_SHARE = 0.001;
  private static final List<Long> LADDER_MILLIS =
      LongStream.of(1, 2, 5, 10, 20, 30, 60, 120, 300, 600).mapToObj(each -> each * 1000).toList();

  /** The shortest that leave at most one span in a thousand late; the longest if none do. */
  static Waits shortest(TraceAssembly assembly, List<ClosedTrace> traces, AssemblyRules rules) {
    Waits waits = new Waits(0, 0, 1);
    for (long quiet : LADDER_MILLIS) {
      waits = of(assembly, traces, rules, quiet, quiet);
      if (waits.lateShare <= WANTED_LATE_SHARE) {
        break;
      }
    }
    for (long grace : LADDER_MILLIS) {
      Waits shorter = of(assembly, traces, rules, waits.quietMillis, grace);
      if (grace < waits.graceMillis && shorter.lateShare <= WANTED_LATE_SHARE) {
        return shorter;
      }
    }
    return waits;
  }

  private static Waits of(
      TraceAssembly assembly,
      List<ClosedTrace> traces,
      AssemblyRules rules,
      long quietMillis,
      long graceMillis) {
    AssemblyRules changed =
        new AssemblyRules(
            quietMillis, graceMillis, rules.maxDurationMillis(), rules.maxJumpMillis());
    return new Waits(quietMillis, graceMillis, assembly.lateShare(traces, changed));
  }
}
