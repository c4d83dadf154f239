package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sketch.LatencyStrata;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;

/**
 * A group of similar requests.
 *
 * @param octave their duration, see {@link LatencyStrata#octaveOf}
 */
record GroupKey(Frame endpoint, CallTreeSignature category, int octave, Outcome outcome)
    implements Comparable<GroupKey> {
  /** How a request ended. */
  enum Outcome {
    OK,
    FAILED,
    INCOMPLETE;

    /** The number of outcomes. */
    static final int COUNT = values().length;

    static Outcome of(RequestAnalysis request) {
      if (!request.complete()) {
        return INCOMPLETE;
      }
      return request.failed() ? FAILED : OK;
    }
  }

  private static final Comparator<GroupKey> ORDER =
      Comparator.comparing(GroupKey::endpoint)
          .thenComparing(GroupKey::category)
          .thenComparingInt(GroupKey::octave)
          .thenComparing(GroupKey::outcome);

  static GroupKey of(RequestAnalysis request) {
    return new GroupKey(
        request.endpoint(),
        request.category(),
        LatencyStrata.octaveOf(request.durationNanos()),
        Outcome.of(request));
  }

  @Override
  public int compareTo(GroupKey other) {
    return ORDER.compare(this, other);
  }
}
