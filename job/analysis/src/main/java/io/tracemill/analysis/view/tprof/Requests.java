package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;

/**
 * The requests of a view by number.
 *
 * @param weights what they stand for
 */
record Requests(List<One> all, RequestWeights weights) {
  /** Products of binary fractions may be a little too large. */
  private static final double ROUNDING = 1e-9;

  private static final Comparator<One> SLOWEST_FIRST =
      Comparator.comparingLong(One::nanos)
          .reversed()
          .thenComparingLong(One::hash)
          .thenComparing(one -> one.trace().hex());

  /** What is known of a request itself. */
  record One(TraceId trace, long hash, long nanos) {
    static One of(KeptRequest request) {
      return new One(request.traceId(), request.hash(), request.durationNanos());
    }
  }

  int size() {
    return all.size();
  }

  One get(int request) {
    return all.get(request);
  }

  /** How many requests these stand for. */
  double weight(BitSet requests) {
    return requests.stream().mapToDouble(weights::weight).sum();
  }

  /** The sum of the durations of the requests that these stand for, nanoseconds. */
  double durationNanos(BitSet requests) {
    return requests.stream().mapToDouble(one -> weights.weight(one) * get(one).nanos()).sum();
  }

  /** The slowest of these requests, which have this share of them, or a little less. */
  BitSet slowest(BitSet requests, double share) {
    double room = weight(requests) * share * (1 + ROUNDING);
    BitSet slowest = new BitSet();
    Comparator<Integer> slowestFirst = Comparator.comparing(this::get, SLOWEST_FIRST);
    for (int request : requests.stream().boxed().sorted(slowestFirst).toList()) {
      room -= weights.weight(request);
      if (room < 0) {
        return slowest;
      }
      slowest.set(request);
    }
    return slowest;
  }
}
