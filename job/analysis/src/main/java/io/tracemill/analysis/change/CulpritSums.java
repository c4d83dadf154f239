package io.tracemill.analysis.change;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.CallTreeAccumulator;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/** By culprit, the sums of its own time over all requests of two cohorts. */
final class CulpritSums {
  private final Map<Culprit, BigInteger> before = new HashMap<>();
  private final Map<Culprit, BigInteger> after = new HashMap<>();

  void add(CategoryPair pair) {
    if (pair.onBothSides()) {
      add(pair.callPaths());
    } else {
      pair.before().forEach(side -> add(side.tree(), before));
      pair.after().forEach(side -> add(side.tree(), after));
    }
  }

  private void add(PairedCallPaths paths) {
    for (int path = 0; path < paths.size(); path++) {
      add(paths.step(path), paths.beforeNanos(path), before);
      add(paths.step(path), paths.afterNanos(path), after);
    }
  }

  private static void add(CallTreeAccumulator tree, Map<Culprit, BigInteger> sums) {
    for (int node = 0; node < tree.size(); node++) {
      add(tree.step(node), tree.exclusiveNanos(node), sums);
    }
  }

  private static void add(PathStep step, long nanos, Map<Culprit, BigInteger> sums) {
    Culprit.of(step)
        .ifPresent(culprit -> sums.merge(culprit, BigInteger.valueOf(nanos), BigInteger::add));
  }

  /**
   * All culprits, the largest contribution to the change first: of a rise, the largest rise, of a
   * fall, the largest fall.
   */
  List<CulpritChange> changes(RequestSums allBefore, RequestSums allAfter) {
    Set<Culprit> culprits = new TreeSet<>(before.keySet());
    culprits.addAll(after.keySet());
    List<Culprit> all = List.copyOf(culprits);
    long[] then = perRequest(all, before, allBefore);
    long[] now = perRequest(all, after, allAfter);
    long delta = Rounding.nearest(allAfter.mean()) - Rounding.nearest(allBefore.mean());
    return IntStream.range(0, all.size())
        .filter(i -> now[i] != then[i])
        .mapToObj(
            i -> new CulpritChange(all.get(i), then[i], now[i], share(now[i] - then[i], delta)))
        .sorted(
            Comparator.comparingLong(
                    (CulpritChange change) -> delta < 0 ? change.nanos() : -change.nanos())
                .thenComparing(CulpritChange::culprit))
        .toList();
  }

  private static double share(long nanos, long delta) {
    return delta == 0 ? 0 : (double) nanos / delta;
  }

  /** Means over all requests that add up, with the time that is nobody's, to the mean latency. */
  private static long[] perRequest(
      List<Culprit> culprits, Map<Culprit, BigInteger> sums, RequestSums all) {
    BigInteger nobodys = all.latencyNanos();
    List<BigInteger> nanos = new ArrayList<>();
    for (Culprit culprit : culprits) {
      BigInteger sum = sums.getOrDefault(culprit, BigInteger.ZERO);
      nobodys = nobodys.subtract(sum);
      nanos.add(sum);
    }
    nanos.add(nobodys);
    return Rounding.toSum(Rounding.nearest(all.mean()), nanos, all.requests());
  }
}
