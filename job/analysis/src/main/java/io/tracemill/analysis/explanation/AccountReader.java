package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.explanation.ChangeAccount.Mix;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.ChangeAccount.Rate;
import io.tracemill.analysis.explanation.ChangeAccount.Term;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Reads off the sums of two cohorts why their mean latencies differ. Only exact sums enter, never
 * samples.
 *
 * <p>With shares s and means m of a category before and after, and the mean M of both overall
 * means, the change of the overall mean is the sum over all categories of
 *
 * <pre>
 *   mix:   ((m' + m) / 2 - M) * (s' - s)
 *   rate:  (s' + s) / 2 * (m' - m)
 * </pre>
 *
 * <p>since both together are {@code s' m' - s m - M (s' - s)}, and the shares of a cohort add up to
 * one. M decides which category's growth makes an endpoint slower: one slower than the others. A
 * category that one cohort lacks has the other one's mean, so it has no rate term. The rate term is
 * split over call paths by their own times, which add up to the means.
 */
final class AccountReader {
  private final CohortPair cohorts;
  private final PlaceSums places = new PlaceSums();
  private List<Exact> terms = new ArrayList<>();

  /** A term of {@code each * times} nanoseconds; a mix term has no path. */
  private record Exact(
      CallTreeSignature category,
      Supplier<List<PathStep>> path,
      BigFraction each,
      BigInteger times,
      double size) {
    /** Which ones are largest does not depend on the order in which they were found. */
    static final Comparator<Exact> LARGEST_FIRST =
        Comparator.comparingDouble(Exact::size)
            .reversed()
            .thenComparing(Exact::category)
            .thenComparing(
                term -> term.path().get().toArray(PathStep[]::new), Arrays::<PathStep>compare);

    Term rounded() {
      long nanos = nearest(each.multiply(times));
      List<PathStep> steps = path.get();
      return steps.isEmpty() ? new Mix(category, nanos) : new Rate(category, steps, nanos);
    }
  }

  private AccountReader(CohortPair cohorts) {
    this.cohorts = cohorts;
  }

  static ChangeAccount account(CohortPair cohorts) {
    AccountReader reader = new AccountReader(cohorts);
    cohorts.categories().forEach(reader::add);
    return reader.account();
  }

  private void add(CategoryPair pair) {
    PairedCallPaths paths = new PairedCallPaths(pair.before().tree(), pair.after().tree());
    places.add(paths);
    if (pair.known()) {
      addMix(pair);
    }
    if (pair.known() && pair.before().count() > 0 && pair.after().count() > 0) {
      addRates(pair, paths);
    }
    terms.sort(Exact.LARGEST_FIRST);
    terms = new ArrayList<>(terms.subList(0, Math.min(Explainer.MAX_TERMS, terms.size())));
  }

  private void addMix(CategoryPair pair) {
    BigFraction overall = average(cohorts.before().mean(), cohorts.after().mean());
    BigFraction slower = average(pair.meanBefore(), pair.meanAfter()).subtract(overall);
    addTerm(pair, List::of, slower.multiply(cohorts.rise(pair)), BigInteger.ONE);
  }

  private void addRates(CategoryPair pair, PairedCallPaths paths) {
    BigInteger then = BigInteger.valueOf(pair.before().count());
    BigInteger now = BigInteger.valueOf(pair.after().count());
    BigFraction share =
        average(cohorts.before().share(pair.before()), cohorts.after().share(pair.after()));
    BigFraction each = share.divide(then.multiply(now));
    for (int i = 0; i < paths.size(); i++) {
      int path = i;
      if (!paths.isOther(path)) {
        BigInteger rise =
            BigInteger.valueOf(paths.afterNanos(path))
                .multiply(then)
                .subtract(BigInteger.valueOf(paths.beforeNanos(path)).multiply(now));
        addTerm(pair, () -> paths.steps(path), each, rise);
      }
    }
  }

  private void addTerm(
      CategoryPair pair, Supplier<List<PathStep>> path, BigFraction each, BigInteger times) {
    double size = Math.abs(each.doubleValue() * times.doubleValue());
    if (size > 0) {
      terms.add(new Exact(pair.flow(), path, each, times, size));
    }
  }

  private ChangeAccount account() {
    long before = nearest(cohorts.before().mean());
    long after = nearest(cohorts.after().mean());
    List<Term> rounded = terms.stream().map(Exact::rounded).toList();
    long rest = after - before - rounded.stream().mapToLong(Term::nanos).sum();
    List<PlaceChange> changes = places.changes(cohorts);
    double explained = changes.stream().mapToDouble(PlaceChange::share).sum();
    boolean changed = !cohorts.before().mean().equals(cohorts.after().mean());
    return new ChangeAccount(before, after, rounded, rest, changes, changed ? 1 - explained : 0);
  }

  private static BigFraction average(BigFraction one, BigFraction other) {
    return one.add(other).divide(2);
  }

  /** Halves away from zero, so that a change taken back is the negative one. */
  private static long nearest(BigFraction value) {
    return new BigDecimal(value.getNumerator())
        .divide(new BigDecimal(value.getDenominator()), 0, RoundingMode.HALF_UP)
        .longValueExact();
  }
}
