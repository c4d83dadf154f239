package io.tracemill.analysis.sample;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;

/**
 * A group of similar requests.
 *
 * @param octave of their duration: 0 for the duration of zero, {@code 1 + i} from {@code 2^i}
 *     nanoseconds on
 */
public record GroupKey(Frame endpoint, CallTreeSignature category, int octave, Outcome outcome)
    implements Comparable<GroupKey> {
  /** How a request ended. */
  public enum Outcome {
    OK,
    FAILED,
    INCOMPLETE;

    /** The number of outcomes. */
    static final int COUNT = values().length;

    private static Outcome of(boolean complete, boolean failed) {
      if (!complete) {
        return INCOMPLETE;
      }
      return failed ? FAILED : OK;
    }
  }

  private static final Frame ANY = PathStep.OTHER.frame();
  private static final CallTreeSignature NO_CATEGORY = new CallTreeSignature(0, 0);

  private static final Comparator<GroupKey> ORDER =
      Comparator.comparing(GroupKey::endpoint)
          .thenComparing(GroupKey::category)
          .thenComparingInt(GroupKey::octave)
          .thenComparing(GroupKey::outcome);

  static GroupKey of(RequestAnalysis request) {
    return new GroupKey(
        request.endpoint(),
        request.category(),
        octaveOf(request.durationNanos()),
        Outcome.of(request.complete(), request.failed()));
  }

  /** The group of a kept request. */
  public static GroupKey of(KeptRequest request) {
    return new GroupKey(
        request.endpoint(),
        request.category(),
        octaveOf(request.durationNanos()),
        Outcome.of(request.complete(), request.failed()));
  }

  /** The group among which the sample chose a kept request. */
  public static GroupKey drawnFrom(KeptRequest request) {
    GroupKey group = of(request);
    return request.pooled() ? new GroupKey(ANY, NO_CATEGORY, -1, group.outcome) : group;
  }

  private static int octaveOf(long durationNanos) {
    return Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, durationNanos));
  }

  @Override
  public int compareTo(GroupKey other) {
    return ORDER.compare(this, other);
  }
}
