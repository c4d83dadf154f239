package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.alert.Tested;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Two cohorts compared, all endpoints.
 *
 * @param endpoints those that could be compared, by name
 * @param judgement what of all that was tested is no chance
 * @param tested how much that was
 * @param fdr the part of the findings that may be chance
 */
record Outcome(List<ComparedEndpoint> endpoints, Judgement judgement, Tested tested, double fdr) {
  Outcome {
    endpoints = List.copyOf(endpoints);
  }

  /** The incidents, the largest contribution first. */
  List<Incident> incidents() {
    return judgement.incidents().stream().sorted(Comparator.comparingInt(Incident::rank)).toList();
  }

  /** The alerts that an endpoint has part in. */
  List<Alert> alertsOf(Frame endpoint) {
    return judgement.alerts().stream()
        .filter(alert -> alert.endpoints().contains(endpoint))
        .toList();
  }

  /** The places that the alerts of an endpoint are put down to: a test found them. */
  Set<Culprit> culpritsOf(Frame endpoint) {
    return alertsOf(endpoint).stream()
        .flatMap(alert -> alert.finding().culprits().stream())
        .map(CulpritChange::culprit)
        .collect(Collectors.toSet());
  }

  /** The endpoints that no alert is about, those with most requests first. */
  List<ComparedEndpoint> unchanged() {
    return endpoints.stream()
        .filter(one -> alertsOf(one.slide().endpoint()).isEmpty())
        .sorted(
            Comparator.comparingLong((ComparedEndpoint one) -> -one.slide().totals().afterTraces())
                .thenComparing(one -> one.slide().endpoint()))
        .toList();
  }
}
