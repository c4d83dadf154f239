package io.tracemill.analysis.explanation;

import io.tracemill.analysis.callingcontext.AlignedCallPaths;
import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.explanation.CohortPair.Category;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.ChangeRecord.Kind;
import io.tracemill.analysis.record.ChangeRecord.Term;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.sums.CallTreeSums;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Computes from the sums of two cohorts why their mean latencies differ. It uses only exact sums,
 * never samples.
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
 * one. Because of M, a growing category makes an endpoint slower only if it is slower than the
 * others. A category that one cohort lacks has the mean of the other cohort, so it has no rate
 * term. The rate term is split over call paths by their own times, which add up to the means.
 */
final class AccountReader {
  private final CohortPair cohorts;
  private final List<Candidate> candidates = new ArrayList<>();

  /** Sums of the own time of places before and after, nanoseconds. */
  private final Map<Place, long[]> places = new HashMap<>();

  /** A term whose steps are looked up only if it is listed; a mix term has no call path. */
  private record Candidate(
      CallTreeSignature signature, AlignedCallPaths paths, int path, long nanos) {
    /** The choice of the largest does not depend on the order of insertion. */
    static final Comparator<Candidate> LARGEST_FIRST =
        Comparator.comparingLong((Candidate term) -> -Math.abs(term.nanos()))
            .thenComparing(Candidate::signature)
            .thenComparing(term -> term.steps().toArray(PathStep[]::new), Arrays::compare);

    List<PathStep> steps() {
      return paths.steps(path);
    }

    Term term() {
      return path == AlignedCallPaths.NONE
          ? new Term(Kind.MIX, signature.hex(), Optional.empty(), nanos)
          : new Term(Kind.RATE, signature.hex(), Optional.of(steps()), nanos);
    }
  }

  private static final Comparator<PlaceChange> LARGEST_SHARE_FIRST =
      Comparator.comparingDouble(PlaceChange::share)
          .thenComparingLong(PlaceChange::nanos)
          .reversed()
          .thenComparing(PlaceChange::place, Place.ORDER);

  private AccountReader(CohortPair cohorts) {
    this.cohorts = cohorts;
  }

  static ChangeAccount account(CohortPair cohorts) {
    AccountReader reader = new AccountReader(cohorts);
    cohorts.categories().forEach(reader::add);
    return reader.account();
  }

  private void add(Category category) {
    AlignedCallPaths paths =
        new AlignedCallPaths(nodes(category.before().tree()), nodes(category.after().tree()));
    addPlaces(paths);
    if (category.known()) {
      double overall = (cohorts.meanBefore() + cohorts.meanAfter()) / 2;
      double slower = (category.meanBefore() + category.meanAfter()) / 2 - overall;
      addTerm(category, paths, AlignedCallPaths.NONE, slower * cohorts.rise(category));
      if (category.isOnBothSides()) {
        addRates(category, paths);
      }
    }
  }

  /** A node of a category's tree. */
  record OwnTime(int parent, PathStep step, long exclusiveNanos) implements PathNode {}

  /** The nodes of a category's tree. */
  static List<OwnTime> nodes(CallTreeSums tree) {
    return IntStream.range(0, tree.size())
        .mapToObj(
            node -> new OwnTime(tree.parent(node), tree.step(node), tree.exclusiveNanos(node)))
        .toList();
  }

  private void addPlaces(AlignedCallPaths paths) {
    for (int path = 0; path < paths.size(); path++) {
      Optional<Place> place = Place.of(paths.step(path));
      if (place.isPresent()) {
        long[] nanos = places.computeIfAbsent(place.get(), unknown -> new long[2]);
        nanos[0] += paths.beforeNanos(path);
        nanos[1] += paths.afterNanos(path);
      }
    }
  }

  private void addRates(Category category, AlignedCallPaths paths) {
    double then = category.before().count();
    double now = category.after().count();
    double share = (then / cohorts.before().traces() + now / cohorts.after().traces()) / 2;
    for (int path = 0; path < paths.size(); path++) {
      if (!paths.isOther(path)) {
        double rise = paths.afterNanos(path) / now - paths.beforeNanos(path) / then;
        addTerm(category, paths, path, share * rise);
      }
    }
  }

  private void addTerm(Category category, AlignedCallPaths paths, int path, double nanos) {
    // Rounds halves away from zero, so the reverse change has the negated value.
    long rounded = nanos < 0 ? -Math.round(-nanos) : Math.round(nanos);
    if (rounded != 0) {
      candidates.add(new Candidate(category.signature(), paths, path, rounded));
    }
  }

  private ChangeAccount account() {
    long before = cohorts.before().meanNanos();
    long after = cohorts.after().meanNanos();
    List<Term> terms =
        candidates.stream()
            .sorted(Candidate.LARGEST_FIRST)
            .limit(Explainer.MAX_TERMS)
            .map(Candidate::term)
            .toList();
    long rest = after - before - terms.stream().mapToLong(Term::nanos).sum();
    double exactChange = cohorts.meanAfter() - cohorts.meanBefore();
    List<PlaceChange> changes =
        places.entrySet().stream()
            .map(sum -> change(sum.getKey(), sum.getValue()[0], sum.getValue()[1], exactChange))
            .filter(each -> each.share() != 0 || each.nanos() != 0)
            .sorted(LARGEST_SHARE_FIRST)
            .limit(Explainer.MAX_TERMS)
            .toList();
    double explained = changes.stream().mapToDouble(PlaceChange::share).sum();
    return new ChangeAccount(
        before, after, terms, rest, changes, exactChange == 0 ? 0 : 1 - explained);
  }

  private PlaceChange change(Place place, long sumBefore, long sumAfter, double all) {
    double before = (double) sumBefore / cohorts.before().traces();
    double after = (double) sumAfter / cohorts.after().traces();
    return new PlaceChange(
        place, Math.round(before), Math.round(after), all == 0 ? 0 : (after - before) / all);
  }
}
