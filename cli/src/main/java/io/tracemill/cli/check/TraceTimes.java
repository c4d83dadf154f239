package io.tracemill.cli.check;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.trace.AssemblyRules;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/** The gaps between the records of a trace, over many traces; times are milliseconds. */
final class TraceTimes {
  private static final long[] WAITS_MILLIS = {
    1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 600_000
  };

  /** The memory of an open trace for a fragment, besides its bytes, as the job counts it. */
  private static final long FRAGMENT_BYTES = 450;

  private final List<Long> spreads = new ArrayList<>();
  private final List<Long> afterRoots = new ArrayList<>();
  private final List<Long> gaps = new ArrayList<>();
  private double openMillis;
  private long spans;
  private long bytes;

  TraceTimes(List<Fragment> fragments, AssemblyRules rules) {
    fragments.stream()
        .sorted(comparingLong(Fragment::timeMillis))
        .collect(groupingBy(Fragment::traceId))
        .values()
        .forEach(trace -> add(trace, rules));
  }

  private void add(List<Fragment> trace, AssemblyRules rules) {
    long last = trace.get(trace.size() - 1).timeMillis();
    OptionalLong root =
        trace.stream().filter(Fragment::root).mapToLong(Fragment::timeMillis).findFirst();
    // Treats the trace as if no parent were missing.
    long closes =
        root.isPresent()
            ? Math.max(last, root.getAsLong() + rules.graceMillis())
            : last + rules.quietMillis();
    long before = trace.get(0).timeMillis();
    long gap = 0;
    for (Fragment fragment : trace) {
      gap = Math.max(gap, fragment.timeMillis() - before);
      before = fragment.timeMillis();
      openMillis += (double) fragment.spans() * (closes - fragment.timeMillis());
      spans += fragment.spans();
      bytes += FRAGMENT_BYTES + fragment.bytes().length;
    }
    gaps.add(gap);
    spreads.add(last - trace.get(0).timeMillis());
    root.ifPresent(time -> afterRoots.add(last - time));
  }

  /** The number of traces. */
  int traces() {
    return spreads.size();
  }

  /** The mean time for which a span waits until its trace closes. */
  double meanOpenMillis() {
    return openMillis / Math.max(1, spans);
  }

  /** The memory that an open trace takes, in bytes per span. */
  double bytesPerSpan() {
    return (double) bytes / Math.max(1, spans);
  }

  /** Time from the first to the last record of a trace, at this quantile of the traces. */
  long spread(double share) {
    return at(spreads, share);
  }

  /**
   * The smallest {@code assembly.quiet-period} of a short ladder that exceeds the gaps of all but
   * one in a thousand traces; empty if that is above ten minutes.
   */
  OptionalLong quietMillis() {
    return atLeast(at(gaps, 0.999));
  }

  /**
   * The smallest {@code assembly.root-grace} that does the same for the time from a trace's root to
   * its last record; at most {@code most}.
   */
  long graceMillis(long most) {
    return Math.min(most, atLeast(at(afterRoots, 0.999)).orElse(most));
  }

  private static OptionalLong atLeast(long millis) {
    return LongStream.of(WAITS_MILLIS).filter(wait -> wait >= millis).findFirst();
  }

  /** The smallest number that this share of the numbers does not exceed; 0 if there are none. */
  private static long at(List<Long> numbers, double share) {
    int rank = (int) Math.ceil(share * numbers.size());
    return numbers.stream().sorted().skip(Math.max(0, rank - 1)).findFirst().orElse(0L);
  }
}
