package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.BenjaminiHochberg;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Two cohorts compared, all endpoints.
 *
 * @param endpoints those that could be compared, by name
 * @param inOneOnly how many could not, since one cohort has no request of them
 * @param judgement what of all that was tested is no chance
 * @param fdr the part of the findings that may be chance
 */
record Outcome(List<ComparedEndpoint> endpoints, int inOneOnly, Judgement judgement, double fdr) {
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

  /** A sum over the endpoints that no alert is about. */
  long unchanged(ToLongFunction<Totals> count) {
    return endpoints.stream()
        .map(ComparedEndpoint::slide)
        .filter(slide -> alertsOf(slide.endpoint()).isEmpty())
        .mapToLong(slide -> count.applyAsLong(slide.totals()))
        .sum();
  }

  /** The smallest q of all that was tested of endpoints that no alert is about; 1 without any. */
  double smallestQ() {
    List<TestResult> tests = new ArrayList<>();
    List<Boolean> unchanged = new ArrayList<>();
    for (ComparedEndpoint endpoint : endpoints) {
      boolean silent = alertsOf(endpoint.slide().endpoint()).isEmpty();
      for (Trial trial : endpoint.slide().trials()) {
        tests.add(trial.window().test());
        unchanged.add(silent);
      }
    }
    List<Double> qValues = BenjaminiHochberg.of(tests, fdr).qValues();
    double smallest = 1;
    for (int i = 0; i < tests.size(); i++) {
      smallest = unchanged.get(i) ? Math.min(smallest, qValues.get(i)) : smallest;
    }
    return smallest;
  }
}
