package io.tracemill.analysis.change;

import io.tracemill.analysis.change.ChangeAccount.Term;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Reads off the sums of two cohorts of one endpoint's requests why their mean latencies differ.
 *
 * <p>Only exact sums enter, never samples. Takes time in proportion to the nodes of all trees, and
 * space for the largest of them and for what is kept.
 */
public final class ChangeReader {
  private final CohortPair cohorts;
  private final RequestSums before;
  private final RequestSums after;

  private ChangeReader(CohortPair cohorts) {
    this.cohorts = cohorts;
    this.before = cohorts.before();
    this.after = cohorts.after();
  }

  /**
   * A reader of two cohorts, which stay as they are and are not to change meanwhile; none where one
   * of them has no request, so that there is no mean to compare.
   */
  public static Optional<ChangeReader> of(EndpointAccumulator before, EndpointAccumulator after) {
    return before.count() == 0 || after.count() == 0
        ? Optional.empty()
        : Optional.of(new ChangeReader(CohortPair.of(before, after)));
  }

  /**
   * The account of the change with its {@code maxTerms} largest terms.
   *
   * <p>The others, and all that was rolled into {@code (other)}, are the rest.
   */
  public ChangeAccount account(int maxTerms) {
    BigFraction overallMean = CategoryShift.average(before.mean(), after.mean());
    LargestTerms largest = new LargestTerms(maxTerms);
    for (Entry<CallTreeSignature, CategoryPair> named : cohorts.named().entrySet()) {
      CategoryShift shift = shift(named.getValue());
      largest.offerMix(named.getKey(), shift.mix(overallMean));
      offerRates(named.getKey(), named.getValue(), shift.meanShare(), largest);
    }
    return rounded(largest.descending(), capped(overallMean));
  }

  private CategoryShift shift(CategoryPair pair) {
    return CategoryShift.of(
        RequestSums.of(pair.before()), RequestSums.of(pair.after()), before, after);
  }

  private static void offerRates(
      CallTreeSignature category, CategoryPair pair, BigFraction meanShare, LargestTerms largest) {
    if (!pair.onBothSides()) {
      return;
    }
    BigInteger then = RequestSums.of(pair.before()).requests();
    BigInteger now = RequestSums.of(pair.after()).requests();
    BigFraction each = meanShare.divide(then.multiply(now));
    PairedCallPaths paths = pair.callPaths();
    for (int i = 0; i < paths.size(); i++) {
      int path = i;
      if (!paths.isOther(path)) {
        BigInteger rise =
            BigInteger.valueOf(paths.afterNanos(path))
                .multiply(then)
                .subtract(BigInteger.valueOf(paths.beforeNanos(path)).multiply(now));
        largest.offerRate(category, () -> paths.steps(path), each.multiply(rise));
      }
    }
  }

  private BigFraction capped(BigFraction overallMean) {
    if (cohorts.capped().isEmpty()) {
      return BigFraction.ZERO;
    }
    CategoryShift shift = shift(cohorts.capped());
    return shift.mix(overallMean).add(shift.rate());
  }

  private ChangeAccount rounded(List<LargestTerms.Exact> kept, BigFraction capped) {
    List<BigFraction> parts =
        new ArrayList<>(kept.stream().map(LargestTerms.Exact::nanos).toList());
    BigFraction left = after.mean().subtract(before.mean()).subtract(capped);
    for (LargestTerms.Exact term : kept) {
      left = left.subtract(term.nanos());
    }
    parts.add(capped);
    parts.add(left);
    long beforeMean = Rounding.nearest(before.mean());
    long afterMean = Rounding.nearest(after.mean());
    long[] nanos = Rounding.toSum(afterMean - beforeMean, parts);
    List<Term> terms =
        IntStream.range(0, kept.size()).mapToObj(i -> kept.get(i).rounded(nanos[i])).toList();
    long cappedNanos = nanos[kept.size()];
    return new ChangeAccount(
        beforeMean, afterMean, terms, cappedNanos, cappedNanos + nanos[kept.size() + 1]);
  }

  /**
   * The edges and frames whose own time per request changed, the largest contribution first, at
   * most {@code max} of them.
   *
   * <p>What they do not add up to is the rest: those beyond {@code max}, and what was rolled into
   * {@code (other)}.
   */
  public List<CulpritChange> culprits(int max) {
    CulpritSums sums = new CulpritSums();
    cohorts.pairs().forEach(sums::add);
    return sums.changes(before, after).stream().limit(max).toList();
  }
}
