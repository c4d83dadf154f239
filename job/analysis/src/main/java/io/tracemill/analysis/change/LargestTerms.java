package io.tracemill.analysis.change;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.change.ChangeAccount.Mix;
import io.tracemill.analysis.change.ChangeAccount.Rate;
import io.tracemill.analysis.change.ChangeAccount.Term;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * The terms of largest magnitude, exact, of any number that are offered. Which these are does not
 * depend on the order of the offers; terms of zero are not among them.
 */
final class LargestTerms {
  /** A term that is not rounded yet; a mix term has no path. */
  record Exact(CallTreeSignature category, List<PathStep> callPath, BigFraction nanos) {
    Term rounded(long roundedNanos) {
      return callPath.isEmpty()
          ? new Mix(category, roundedNanos)
          : new Rate(category, callPath, roundedNanos);
    }
  }

  private static final Comparator<Exact> LARGEST_FIRST =
      Comparator.comparing((Exact term) -> term.nanos().abs())
          .reversed()
          .thenComparing(Exact::category)
          .thenComparing(
              Exact::callPath,
              (one, other) ->
                  Arrays.compare(one.toArray(PathStep[]::new), other.toArray(PathStep[]::new)));

  private final int capacity;
  private final PriorityQueue<Exact> smallestOnTop = new PriorityQueue<>(LARGEST_FIRST.reversed());

  LargestTerms(int capacity) {
    this.capacity = capacity;
  }

  void offerMix(CallTreeSignature category, BigFraction nanos) {
    offer(category, List::of, nanos);
  }

  void offerRate(CallTreeSignature category, Supplier<List<PathStep>> callPath, BigFraction nanos) {
    offer(category, callPath, nanos);
  }

  private void offer(
      CallTreeSignature category, Supplier<List<PathStep>> callPath, BigFraction nanos) {
    if (nanos.getNumerator().signum() == 0 || !admits(nanos)) {
      return;
    }
    smallestOnTop.add(new Exact(category, callPath.get(), nanos));
    if (smallestOnTop.size() > capacity) {
      smallestOnTop.remove();
    }
  }

  private boolean admits(BigFraction nanos) {
    return smallestOnTop.size() < capacity
        || (capacity > 0 && nanos.abs().compareTo(smallestOnTop.element().nanos().abs()) >= 0);
  }

  /** The largest ones, in descending order. */
  List<Exact> descending() {
    return smallestOnTop.stream().sorted(LARGEST_FIRST).toList();
  }
}
