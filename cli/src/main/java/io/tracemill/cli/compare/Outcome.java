package io.tracemill.cli.compare;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.statistics.BenjaminiHochberg;
import io.tracemill.analysis.statistics.TestResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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

  /** The endpoints that no alert is about, those with most requests first. */
  List<EndpointSlide> unchanged() {
    return endpoints.stream()
        .map(ComparedEndpoint::slide)
        .filter(slide -> alertsOf(slide.endpoint()).isEmpty())
        .sorted(
            Comparator.comparingLong((EndpointSlide slide) -> -slide.totals().afterTraces())
                .thenComparing(EndpointSlide::endpoint))
        .toList();
  }

  /**
   * All that was tested.
   *
   * @param all how many tests were made
   * @param possible those of them that could pass, with as many requests as there were
   * @param smallestQ of the tests of endpoints that no alert is about; 1 without any
   */
  record Tests(int all, int possible, double smallestQ) {}

  Tests tests() {
    List<TestResult> tests = new ArrayList<>();
    List<Boolean> unchanged = new ArrayList<>();
    for (ComparedEndpoint endpoint : endpoints) {
      boolean silent = alertsOf(endpoint.slide().endpoint()).isEmpty();
      for (Trial trial : endpoint.slide().trials()) {
        tests.add(trial.window().test());
        unchanged.add(silent);
      }
    }
    BenjaminiHochberg family = BenjaminiHochberg.of(tests, fdr);
    double smallest = 1;
    for (int i = 0; i < tests.size(); i++) {
      smallest = unchanged.get(i) ? Math.min(smallest, family.qValues().get(i)) : smallest;
    }
    return new Tests(tests.size(), family.familySize(), smallest);
  }
}
