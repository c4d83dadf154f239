package io.tracemill.cli.sample;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssembledTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What assembly makes of the records of one trace id.
 *
 * @param trace what was there when it closed
 * @param after what came later, each part closed on its own; whether the job would still know that
 *     the trace had closed ({@code assembly.tombstone-ttl}) does not matter here
 */
record ClosedTrace(AssembledTrace trace, List<AssembledTrace> after) {
  ClosedTrace {
    after = List.copyOf(after);
  }

  Stream<Fragment> fragments() {
    List<AssembledTrace> all = new ArrayList<>(after);
    all.add(trace);
    return all.stream().flatMap(part -> part.fragments().stream());
  }

  /** Spans of all parts. */
  long spans() {
    return fragments().mapToLong(Fragment::spans).sum();
  }

  /** Time of the first record, milliseconds since the epoch. */
  long firstMillis() {
    return fragments().mapToLong(Fragment::timeMillis).min().orElseThrow();
  }

  /** Time of the last record, milliseconds since the epoch. */
  long lastMillis() {
    return fragments().mapToLong(Fragment::timeMillis).max().orElseThrow();
  }
}
