package io.tracemill.cli.sample;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.AssemblyClock;
import io.tracemill.analysis.trace.AssemblyRules;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the traces of a sample together, by whatever rules. */
public final class TraceAssembly {
  private static final int MAX_NAMES = 1 << 16;

  private final Map<TraceId, List<Fragment>> byTrace = new LinkedHashMap<>();
  private final Stretch stretch;

  public TraceAssembly(Sample sample) {
    stretch = sample.stretch();
    for (Fragment fragment : sample.fragments()) {
      byTrace.computeIfAbsent(fragment.traceId(), id -> new ArrayList<>()).add(fragment);
    }
  }

  /** The traces that lie wholly inside the stretch. */
  List<ClosedTrace> inside(AssemblyRules rules) {
    return byTrace.values().stream()
        .map(fragments -> close(fragments, rules))
        .filter(
            closed ->
                stretch.holds(
                    closed.firstMillis(), closed.trace().deadlineMillis(), rules.quietMillis()))
        .toList();
  }

  private ClosedTrace close(List<Fragment> fragments, AssemblyRules rules) {
    AssemblyClock clock = new AssemblyClock(rules);
    List<AssembledTrace> parts = new ArrayList<>();
    List<Fragment> left = fragments;
    while (!left.isEmpty()) {
      AssemblyClock.Closing closing = clock.closing(left, stretch.toMillis());
      parts.add(
          new AssembledTrace(
              left.get(0).traceId(),
              closing.deadlineMillis(),
              false,
              0,
              !parts.isEmpty(),
              closing.included()));
      left = closing.later();
    }
    return new ClosedTrace(parts.get(0), parts.subList(1, parts.size()));
  }

  /** The share of the spans of {@code traces} that would be late by other rules. */
  double lateShare(List<ClosedTrace> traces, AssemblyRules rules) {
    TraceTreeBuilder builder = new TraceTreeBuilder(true, new Vocabulary(MAX_NAMES));
    long spans = 0;
    long late = 0;
    for (ClosedTrace trace : traces) {
      ClosedTrace again = close(trace.fragments().toList(), rules);
      spans += again.spans();
      for (AssembledTrace part : again.after()) {
        builder.build(part);
        late += builder.late().size();
      }
    }
    return spans == 0 ? 0 : (double) late / spans;
  }
}
