package io.tracemill.analysis.explanation;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.difference.DifferenceFinder;
import io.tracemill.analysis.explanation.ChangeAccount.PlaceChange;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import java.util.Optional;
import java.util.Set;

/**
 * Explains why requests of an endpoint differ between two cohorts (semantics 8.5). Equal requests
 * give equal explanations, in any order of merging.
 *
 * <p>The time is linear in the nodes of all call trees and, for structural mutations, quadratic in
 * the sizes of forms. With 200 categories of 500 nodes on both sides, it takes 0.15 s of one core
 * if nearly half of the categories grow.
 */
public final class Explainer {
  /** The maximum number of terms, and of places, in an account. */
  public static final int MAX_TERMS = 50;

  /** The maximum number of reported mutations. */
  public static final int MAX_MUTATIONS = 50;

  /** The maximum number of precursors of a structural mutation. */
  public static final int MAX_PRECURSORS = 10;

  private final ExplanationRules rules;
  private final Set<String> excluded;

  public Explainer(ExplanationRules rules) {
    this.rules = requireNonNull(rules, "rules");
    this.excluded = Set.copyOf(rules.excludedAttributes());
  }

  /**
   * Explains why the requests of {@code after} differ from those of {@code before}; empty if either
   * has no request.
   *
   * @param culprit the culprit of an incident; exemplars are for its place, or without it for the
   *     place that changed most
   */
  public Optional<Explanation> explain(
      Frame endpoint, Cohort before, Cohort after, Optional<Subject> culprit) {
    if (before.requests().count() == 0 || after.requests().count() == 0) {
      return Optional.empty();
    }
    CohortPair cohorts = CohortPair.of(before, after);
    ChangeAccount account = AccountReader.account(cohorts);
    SampleSide then = SampleSide.of(before);
    SampleSide now = SampleSide.of(after);
    Optional<Place> place =
        culprit
            .flatMap(Explainer::placeOf)
            .or(() -> account.places().stream().map(PlaceChange::place).findFirst());
    SubjectFigures figuresThen = SubjectFigures.of(before.requests());
    SubjectFigures figuresNow = SubjectFigures.of(after.requests());
    boolean more = rose(culprit, figuresThen, figuresNow);
    return Optional.of(
        new Explanation(
            endpoint,
            before.time(),
            after.time(),
            new Totals(endpoint, cohorts.before(), cohorts.after()),
            account,
            MutationFinder.find(cohorts, then, now, rules),
            DifferenceFinder.find(
                then.compared(), now.compared(), account.deltaMeanNanos() > 0, excluded),
            exemplars(then, now, place, culprit, more),
            figuresThen,
            figuresNow));
  }

  private static Exemplars exemplars(
      SampleSide then,
      SampleSide now,
      Optional<Place> place,
      Optional<Subject> culprit,
      boolean more) {
    if (culprit.isPresent() && culprit.get() instanceof Subject.CallShare share) {
      return calls(then, now, share.call(), more);
    }
    return culprit.isPresent() && culprit.get() instanceof Subject.ErrorShare share
        ? failures(then, now, share.place())
        : Exemplars.of(then, now, place);
  }

  /** Usual requests, and requests in which the place failed; of these, those that failed. */
  private static Exemplars failures(SampleSide then, SampleSide now, Place place) {
    return Exemplars.typical(
        then.some(row -> !row.failed()),
        now.some(row -> row.failedAt(place)).some(RequestRow::failed));
  }

  /** If the call became more frequent, usual requests lack it; if it became rarer, they have it. */
  private static Exemplars calls(SampleSide then, SampleSide now, Call call, boolean more) {
    return Exemplars.typical(
        then.some(row -> row.makes(call) != more), now.some(row -> row.makes(call) == more));
  }

  /** Whether more of the requests are as the subject says. */
  private static boolean rose(Optional<Subject> subject, SubjectFigures then, SubjectFigures now) {
    return subject.filter(each -> now.side(each).share() > then.side(each).share()).isPresent();
  }

  private static Optional<Place> placeOf(Subject subject) {
    return subject instanceof Subject.CallShare share
        ? Optional.of(new Place.Operation(share.call().child()))
        : Optional.of(((Subject.OfPlace) subject).place())
            .filter(place -> subject instanceof Subject.PlaceTime || place != Place.Request.WHOLE);
  }
}
