package io.tracemill.analysis.trace;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.span.Fragment;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes when a trace closes, from the timestamps of its records alone (semantics 3).
 *
 * <pre>
 * records    r1    r2(root)      r3
 *            |-----|-------------|----------- time
 *                  |-- grace --|              closes here if r1 and r2 miss no parent
 *                                |-- quiet --| else here
 * </pre>
 *
 * Fragments are processed in order of time, so the order of arrival never matters. The trace closes
 * at the first deadline that no later fragment moves in time.
 */
public final class AssemblyClock {
  private static final long SECOND = 1000;

  private final AssemblyRules rules;
  private final MissingParents missingParents = new MissingParents();

  public AssemblyClock(AssemblyRules rules) {
    this.rules = rules;
  }

  /**
   * The state of a trace when the watermark reaches a possible deadline.
   *
   * @param deadlineMillis when it closes, if no further fragment comes
   * @param graceMillis when its root's grace ends; in the distant past if it has no root. If the
   *     missing parents come before that, the trace closes when the grace ends.
   * @param included its fragments up to the deadline
   * @param later its fragments after the deadline
   */
  public record Closing(
      long deadlineMillis, long graceMillis, List<Fragment> included, List<Fragment> later) {

    /** The time of the next check, after {@code nowMillis}, which is before the deadline. */
    public long nextLookMillis(long nowMillis) {
      return graceMillis > nowMillis ? Math.min(graceMillis, deadlineMillis) : deadlineMillis;
    }
  }

  /**
   * The earliest deadline that this fragment alone can cause; no deadline of its trace is earlier.
   */
  public long earliestDeadline(long timeMillis, boolean root) {
    long wait = root ? Math.min(rules.graceMillis(), rules.quietMillis()) : rules.quietMillis();
    return roundUp(timeMillis + Math.min(wait, rules.maxDurationMillis()));
  }

  /**
   * When the trace closes, given all fragments so far.
   *
   * @param watermarkMillis the current watermark; a timestamp too far ahead at first counts once
   *     the watermark is near it
   */
  public Closing closing(List<Fragment> fragments, long watermarkMillis) {
    List<Fragment> ordered = new ArrayList<>(fragments);
    ordered.sort(comparingLong(fragment -> timeOf(fragment, watermarkMillis)));
    long first = timeOf(ordered.get(0), watermarkMillis);
    long latest = roundUp(first + rules.maxDurationMillis());
    long deadline = roundUp(first + rules.quietMillis());
    long grace = Long.MIN_VALUE;
    boolean allByGrace = false;
    int included = 0;
    while (included < ordered.size()) {
      Fragment next = ordered.get(included);
      long time = timeOf(next, watermarkMillis);
      if (time > Math.min(deadline, latest)) {
        break;
      }
      included++;
      if (next.root() && grace == Long.MIN_VALUE) {
        grace = roundUp(time + rules.graceMillis());
        allByGrace = !missingParents.any(ordered, countUntil(ordered, grace, watermarkMillis));
        deadline = grace;
      }
      if (!allByGrace) {
        deadline = roundUp(time + rules.quietMillis());
      }
    }
    return new Closing(
        Math.min(deadline, latest),
        Math.min(grace, latest),
        ordered.subList(0, included),
        ordered.subList(included, ordered.size()));
  }

  private int countUntil(List<Fragment> ordered, long timeMillis, long watermarkMillis) {
    int count = 0;
    while (count < ordered.size() && timeOf(ordered.get(count), watermarkMillis) <= timeMillis) {
      count++;
    }
    return count;
  }

  private long timeOf(Fragment fragment, long watermarkMillis) {
    return fragment.claimedMillis() - rules.maxJumpMillis() <= watermarkMillis
        ? Math.max(fragment.timeMillis(), fragment.claimedMillis())
        : fragment.timeMillis();
  }

  private static long roundUp(long millis) {
    return -Math.floorDiv(-millis, SECOND) * SECOND;
  }
}
