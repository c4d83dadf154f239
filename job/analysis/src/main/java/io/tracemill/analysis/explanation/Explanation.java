package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.difference.Difference;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.IncidentRecord.Totals;
import io.tracemill.analysis.span.Frame;
import java.util.List;

/**
 * Why the requests of an endpoint differ between two cohorts (semantics 8.5).
 *
 * @param baseline when the requests before were
 * @param window when the requests after were
 * @param totals response times; means are exact to the nanosecond, percentiles within 1 %
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
   * Replaces the detector's figures with those of this endpoint in {@link #baseline} and {@link
   * #window}. Calls and errors of other endpoints keep theirs.
   */
  Incident measured(Incident incident) {
    Finding culprit = incident.culprit();
    boolean slower = incident.severity() != Severity.INFO;
    return incident.with(
        incident.findings().stream()
            .map(finding -> measured(finding, slower && finding.equals(culprit)))
            .toList(),
        slower && measures(culprit)
            ? extraNanos(whole(culprit.subject()), true)
            : incident.contributionNanos());
  }

  /** The slow service of a culprit: its extra time is the contribution of an incident. */
  private static Subject whole(Subject culprit) {
    boolean errors = culprit instanceof Subject.ErrorShare;
    boolean request = culprit instanceof Subject.OfPlace of && of.place() == Place.Request.WHOLE;
    return errors || request
        ? culprit
        : new Subject.PlaceTime(new Place.Service(culprit.service()));
  }

  private boolean knows(Subject subject) {
    return before.has(subject) || after.has(subject);
  }

  /**
   * @param slower whether calls that are made more often cost time
   */
  private long extraNanos(Subject subject, boolean slower) {
    return slower && subject instanceof Subject.CallShare share
        ? SubjectFigures.callNanos(share.call(), before, after)
        : SubjectFigures.extraNanos(subject, before, after);
  }

  /** Whether this endpoint has the figures of a finding: of a place, or of no other endpoint. */
  boolean measures(Finding finding) {
    return knows(finding.subject())
        && (finding.subject() instanceof Subject.PlaceTime
            || finding.endpoint().stream().allMatch(endpoint::equals));
  }

  private Finding measured(Finding finding, boolean slower) {
    Subject subject = finding.subject();
    return measures(finding)
        ? finding.with(
            before.side(subject),
            after.side(subject),
            baseline,
            window,
            extraNanos(subject, slower))
        : finding;
  }
}
