package io.tracemill.analysis.anomaly;

import io.tracemill.analysis.anomaly.CallPathEncoder.CallPathSet;
import io.tracemill.analysis.sample.PathTimes;
import java.util.Arrays;
import java.util.List;

/**
 * The sets of call paths of training requests, and how often held-out requests had new ones.
 *
 * @param sets hashes of the sets, in order
 * @param heldOut number of held-out requests
 * @param newPaths how many of them spent time on an unseen path
 * @param newSets how many had an unseen set of paths, those with an unseen path included
 */
record Novelty(long[] sets, int heldOut, int newPaths, int newSets) {
  static Novelty of(CallPathEncoder encoder, List<PathTimes> training, List<PathTimes> heldOut) {
    long[] sets =
        training.stream()
            .mapToLong(request -> encoder.set(request).hash())
            .sorted()
            .distinct()
            .toArray();
    Novelty known = new Novelty(sets, heldOut.size(), 0, 0);
    int newPaths = 0;
    int newSets = 0;
    for (PathTimes request : heldOut) {
      CallPathSet set = encoder.set(request);
      newPaths += set.unseen().isEmpty() ? 0 : 1;
      newSets += known.has(set) ? 0 : 1;
    }
    return new Novelty(sets, heldOut.size(), newPaths, newSets);
  }

  /** Whether a training request had just these paths. */
  boolean has(CallPathSet set) {
    return set.unseen().isEmpty() && Arrays.binarySearch(sets, set.hash()) >= 0;
  }

  /** The probability that a normal request shows something new (Laplace's rule). */
  double pValue(Anomaly.Reason reason) {
    return (count(reason) + 1.0) / (heldOut + 1.0);
  }

  /** Whether at most this share of held-out requests showed the same. */
  boolean rare(Anomaly.Reason reason, double share) {
    return count(reason) <= share * heldOut;
  }

  private int count(Anomaly.Reason reason) {
    return reason == Anomaly.Reason.UNSEEN_PATH ? newPaths : newSets;
  }
}
