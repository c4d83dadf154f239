package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.ChangeReader;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A stretch beside the baseline, neither of them empty: what changed by how much. */
final class Contrast {
  private final MutationRules rules;
  private final int leastAfter;
  private final double partOfWindow;
  private final Precursors precursorsOf;
  private final Stretch before;
  private final Stretch after;
  private final CohortTotals totals;
  private final ChangeReader reader;
  private final List<CulpritChange> culprits;
  private final Map<Culprit, CulpritChange> byPlace = new HashMap<>();
  private final Map<CallTreeSignature, CategoryChange> categories = new TreeMap<>();
  private final Map<CallTreeSignature, List<Precursor>> precursors = new HashMap<>();

  private Contrast(
      MutationRules rules,
      int leastAfter,
      double partOfWindow,
      Precursors precursorsOf,
      Flows flows,
      Stretch before,
      Stretch after,
      ChangeReader reader) {
    this.rules = rules;
    this.leastAfter = leastAfter;
    this.partOfWindow = partOfWindow;
    this.precursorsOf = precursorsOf;
    this.before = before;
    this.after = after;
    this.totals = new CohortTotals(before.sums(), after.sums());
    this.reader = reader;
    this.culprits = reader.culprits(Integer.MAX_VALUE);
    for (CulpritChange change : culprits) {
      Culprit service = new ServiceCulprit(change.culprit().service());
      byPlace.put(change.culprit(), change);
      byPlace.merge(service, change.of(service), CulpritChange::plus);
    }
    for (CallTreeSignature flow : flows.comparable()) {
      if (after.knows(flow)
          && (before.category(flow).isPresent() || after.category(flow).isPresent())) {
        categories.put(
            flow,
            new CategoryChange(
                flow,
                flows.knownForm(flow),
                before.sums(List.of(flow)),
                after.sums(List.of(flow))));
      }
    }
  }

  /** None where one of them is empty. */
  static Optional<Contrast> of(
      MutationRules rules, Precursors precursors, Flows flows, Stretch before, Stretch after) {
    return of(rules, rules.minTraces(), 1, precursors, flows, before, after);
  }

  /**
   * One of a pane, where a single request may confirm what was found; none, likewise.
   *
   * @param partOfWindow the pane's part of the window's time
   */
  static Optional<Contrast> ofPane(
      MutationRules rules,
      double partOfWindow,
      Precursors precursors,
      Flows flows,
      Stretch before,
      Stretch pane) {
    return of(rules, 1, partOfWindow, precursors, flows, before, pane);
  }

  private static Optional<Contrast> of(
      MutationRules rules,
      int leastAfter,
      double partOfWindow,
      Precursors precursors,
      Flows flows,
      Stretch before,
      Stretch after) {
    return ChangeReader.of(before.requests(), after.requests())
        .map(
            reader ->
                new Contrast(
                    rules, leastAfter, partOfWindow, precursors, flows, before, after, reader));
  }

  Stretch before() {
    return before;
  }

  Stretch after() {
    return after;
  }

  /** The part of a window's time that the stretch is: 1 for a window. */
  double partOfWindow() {
    return partOfWindow;
  }

  CohortTotals totals() {
    return totals;
  }

  ChangeReader reader() {
    return reader;
  }

  /** The places whose own time changed, the largest contribution to the change first. */
  List<CulpritChange> culprits() {
    return culprits;
  }

  /** The change of a place's own time per request; none where there is none. */
  Optional<CulpritChange> culprit(Culprit place) {
    return Optional.ofNullable(byPlace.get(place));
  }

  /** The change of a category; none where a limit hides its requests, or there are none. */
  Optional<CategoryChange> category(CallTreeSignature flow) {
    return Optional.ofNullable(categories.get(flow));
  }

  /** The precursors of a category that grew, the most alike first. */
  List<Precursor> precursors(CategoryChange category) {
    return precursors.computeIfAbsent(
        category.flow(), flow -> precursorsOf.of(category, categories.values(), totals));
  }

  double endpointMeanBefore() {
    return totals.before().mean().doubleValue();
  }

  /** By how much the endpoint's mean response time rose. */
  double endpointRise() {
    return totals.after().mean().doubleValue() - endpointMeanBefore();
  }

  /** The part of the change of the mean that is put down to no place; 0 where it did not change. */
  double restRatio() {
    double change = endpointRise();
    double places = culprits.stream().mapToLong(CulpritChange::nanos).sum();
    return Math.abs(change) < 1 ? 0 : Math.min(1, Math.abs((change - places) / change));
  }

  /** Whether a rise of a mean is the minimal effect or more. */
  boolean matters(double riseNanos, double meanNanos) {
    return rules.matters(riseNanos, meanNanos);
  }

  /** Whether so much more time in all requests together is. */
  boolean isCostly(long contributionNanos) {
    return matters((double) contributionNanos / after.count(), endpointMeanBefore());
  }

  /** Whether both have requests enough to be compared. */
  boolean enough(long requestsBefore, long requestsAfter) {
    return requestsBefore >= Math.max(1, rules.minTraces())
        && requestsAfter >= Math.max(1, leastAfter);
  }

  /** Whether so few requests may be chance even where a test says that they are not. */
  boolean isThin(long requestsAfter) {
    return requestsAfter < rules.minTraces();
  }

  MutationRules rules() {
    return rules;
  }
}
