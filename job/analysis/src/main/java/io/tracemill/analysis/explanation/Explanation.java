package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * Why the requests of an endpoint differ between two cohorts (semantics 8.5).
 *
 * @param baseline when the requests before were
 * @param window when the requests after were
 * @param account the parts of the change of the mean
 * @param mutations categories that changed, the largest contribution first; at most {@link
 *     Explainer#MAX_MUTATIONS}
 * @param differences rules that separate the slow requests after from those before, the most
 *     accurate first
 * @param exemplars traces to look at
 * @param before the figures of places, calls and errors before
 * @param after the same after
 */
public record Explanation(
    Frame endpoint,
    Period baseline,
    Period window,
    Totals totals,
    ChangeAccount account,
    List<CategoryMutation> mutations,
    List<Difference> differences,
    Exemplars exemplars,
    SubjectFigures before,
    SubjectFigures after) {
  public Explanation {
    mutations = List.copyOf(mutations);
    differences = List.copyOf(differences);
  }

  /**
   * An incident with the figures of {@link #baseline} and {@link #window} in place of those that
   * the detector saw: its culprits, and its findings at this endpoint alone.
   */
  Incident measured(Incident incident) {
    long extra = extraNanos(serviceOf(incident.culprit().subject()));
    return incident.with(
        incident.culprits().stream().map(culprit -> measured(culprit, extra)).toList(),
        incident.findings().stream().map(this::measured).toList(),
        knows(incident.culprit().subject()) ? extra : incident.contributionNanos());
  }

  /** The service behind a slow place: its extra time is the contribution of an incident. */
  private static Subject serviceOf(Subject subject) {
    return subject instanceof Subject.PlaceTime time && time.place() != Place.Request.WHOLE
        ? new Subject.PlaceTime(new Place.Service(time.service()))
        : subject;
  }

  private boolean knows(Subject subject) {
    return before.has(subject) || after.has(subject);
  }

  private long extraNanos(Subject subject) {
    return SubjectFigures.extraNanos(subject, before, after);
  }

  private Culprit measured(Culprit culprit, long incidentNanos) {
    Subject subject = culprit.subject();
    return knows(subject)
        ? Culprit.of(
            subject,
            before.side(subject),
            after.side(subject),
            (double) extraNanos(subject),
            (double) incidentNanos)
        : culprit;
  }

  private Finding measured(Finding finding) {
    Subject subject = finding.subject();
    return finding.isOnlyAt(endpoint) && knows(subject)
        ? finding.with(
            before.side(subject), after.side(subject), baseline, window, extraNanos(subject))
        : finding;
  }

  /**
   * All requests of both cohorts. Times are response times; means are exact to the nanosecond,
   * percentiles within 1 %.
   */
  public record Totals(
      long beforeTraces,
      long afterTraces,
      long beforeMeanNanos,
      long afterMeanNanos,
      long beforeP95Nanos,
      long afterP95Nanos) {}
}
