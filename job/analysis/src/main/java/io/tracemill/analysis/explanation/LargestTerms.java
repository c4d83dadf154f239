package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.explanation.ChangeAccount.Mix;
import io.tracemill.analysis.explanation.ChangeAccount.Rate;
import io.tracemill.analysis.explanation.ChangeAccount.Term;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * The terms of largest magnitude of any number that are offered. Which these are does not depend on
 * the order of the offers; terms of zero are not among them.
 */
final class LargestTerms {
  /** What floating-point numbers lose is far less. */
  private static final double ROUNDING = 1 - 1e-9;

  /** A term that is not rounded yet; a mix term has no path. */
  private record Exact(CallTreeSignature category, List<PathStep> callPath, BigFraction nanos) {
    Term rounded() {
      long nearest = AccountReader.nearest(nanos);
      return callPath.isEmpty()
          ? new Mix(category, nearest)
          : new Rate(category, callPath, nearest);
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

  /** Offers a term of {@code each * times} nanoseconds. */
  void offer(
      CallTreeSignature category,
      Supplier<List<PathStep>> callPath,
      BigFraction each,
      BigInteger times) {
    double size = Math.abs(each.doubleValue() * times.doubleValue());
    if (size == 0 || size < smallest() * ROUNDING) {
      // Exact arithmetic costs far more, and most terms are small.
      return;
    }
    smallestOnTop.add(new Exact(category, callPath.get(), each.multiply(times)));
    if (smallestOnTop.size() > capacity) {
      smallestOnTop.remove();
    }
  }

  private double smallest() {
    return smallestOnTop.size() < capacity
        ? 0
        : Math.abs(smallestOnTop.element().nanos().doubleValue());
  }

  /** The largest ones in descending order, rounded to nanoseconds. */
  List<Term> descending() {
    return smallestOnTop.stream().sorted(LARGEST_FIRST).map(Exact::rounded).toList();
  }
}
