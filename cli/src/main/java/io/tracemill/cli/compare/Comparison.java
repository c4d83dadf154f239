package io.tracemill.cli.compare;

import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentSentence;
import java.util.Comparator;
import java.util.List;

/**
 * Two cohorts compared.
 *
 * @param incidents by rank
 * @param endpoints the largest change of the time of all requests first
 */
record Comparison(
    CohortSplit split,
    DetectionRules rules,
    List<ExplainedIncident> incidents,
    List<ComparedEndpoint> endpoints) {
  Comparison {
    incidents = List.copyOf(incidents);
    endpoints =
        endpoints.stream()
            .sorted(
                Comparator.comparingDouble(
                        (ComparedEndpoint endpoint) -> -Math.abs(endpoint.movedNanos()))
                    .thenComparing(ComparedEndpoint::endpoint))
            .toList();
  }

  /** What a comparison can say. */
  enum Verdict {
    CHANGED("changed"),
    UNCHANGED("unchanged"),
    UNKNOWN("unknown");

    private final String label;

    Verdict(String label) {
      this.label = label;
    }

    /** The name in JSON. */
    String label() {
      return label;
    }
  }

  /** The endpoints that were compared. */
  List<ComparedEndpoint> compared() {
    return endpoints.stream().filter(endpoint -> endpoint.doubt().isEmpty()).toList();
  }

  /** The endpoints that were not compared. */
  List<ComparedEndpoint> doubtful() {
    return endpoints.stream().filter(endpoint -> endpoint.doubt().isPresent()).toList();
  }

  Verdict verdict() {
    if (!incidents.isEmpty()) {
      return Verdict.CHANGED;
    }
    return compared().isEmpty() ? Verdict.UNKNOWN : Verdict.UNCHANGED;
  }

  /** The verdict in one line. */
  String sentence() {
    return switch (verdict()) {
      case CHANGED -> IncidentSentence.ofCohorts(incidents.get(0));
      case UNCHANGED -> unchanged();
      case UNKNOWN ->
          "Too few requests to say: no endpoint has %d requests in %d panes before, and %d after."
              .formatted(Comparer.MIN_BEFORE, Comparer.MIN_PANES, rules.minRequests());
    };
  }

  private String unchanged() {
    List<ComparedEndpoint> compared = compared();
    return "No change: %s requests of %s compared with %s. Changes below %s a request, %s of the mean or %s more errors are not reported (changes.min-effect)."
        .formatted(
            Figures.count(compared.stream().mapToLong(ComparedEndpoint::after).sum()),
            compared.size() == 1 ? "1 endpoint" : compared.size() + " endpoints",
            Figures.count(compared.stream().mapToLong(ComparedEndpoint::before).sum()),
            Figures.duration(rules.minEffect().timeNanos()),
            Figures.percent(rules.minEffect().ratio()),
            Figures.percent(rules.minEffect().errors()));
  }
}
