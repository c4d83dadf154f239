package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Normal minutes of real systems, compared with other normal minutes of the same. */
@Tag("slow")
final class SameAndSameIT {
  private static final long PANE_MILLIS = 10_000;
  private static final long MIN_MILLIS = 30_000;
  private static final long BEFORE_FAULT_MILLIS = 5_000;
  private static final int MIN_REQUESTS = 15;

  /** How many of some pairs raise anything, and how many of these name a slower place. */
  private record Outcome(int pairs, int raised, int slower) {}

  @Test
  void atMostTwoOfAHundredComparisonsOfNormalMinutesNameASlowerPlace() throws IOException {
    int pairs = 0;
    int slower = 0;
    for (String dataset : List.of("online-boutique-2022-08-22", "train-ticket-2023-01-29")) {
      List<List<Collection<PaneCounts>>> stretches =
          stretches(dataset, Set.of("ts-gateway-service"));
      Outcome neighbours = compare(stretches, true);
      Outcome all = compare(stretches, false);
      System.out.printf("same and same: %s neighbours %s, all %s%n", dataset, neighbours, all);
      assertThat(neighbours.slower()).as(dataset).isLessThanOrEqualTo(neighbours.pairs() / 50);
      pairs += all.pairs();
      slower += all.slower();
    }
    assertThat(slower).isLessThanOrEqualTo(pairs / 50);
  }

  private static Outcome compare(List<List<Collection<PaneCounts>>> stretches, boolean neighbours) {
    DetectionRules rules = DetectionRules.standard().withPane(PANE_MILLIS);
    int pairs = 0;
    int raised = 0;
    int slower = 0;
    for (int i = 0; i < stretches.size(); i++) {
      for (int j = 0; j < stretches.size(); j++) {
        if (i != j && (!neighbours || Math.abs(i - j) == 1)) {
          List<Incident> found = Detector.compare(rules, stretches.get(j), stretches.get(i));
          pairs++;
          raised += found.isEmpty() ? 0 : 1;
          slower += found.stream().anyMatch(in -> in.severity() != Incident.Severity.INFO) ? 1 : 0;
        }
      }
    }
    return new Outcome(pairs, raised, slower);
  }

  /** What lies before the first fault of each stretch of data, in panes. */
  private static List<List<Collection<PaneCounts>>> stretches(String dataset, Set<String> skipped)
      throws IOException {
    assumeTrue(SharedFolder.find("data").isPresent(), "there is no ../shared/data");
    List<Request> requests =
        ReferenceRequests.read(
            SharedFolder.find("data/" + dataset + ".otlp.jsonl.gz").orElseThrow(), skipped);
    NavigableMap<Long, Long> faults = new TreeMap<>();
    for (InjectedFault fault :
        InjectedFault.in(SharedFolder.find("data/faults.csv").orElseThrow())) {
      if (fault.dataset().equals(dataset)) {
        faults.merge(fault.from().toEpochMilli(), fault.injectedAt().toEpochMilli(), Math::min);
      }
    }
    List<List<Collection<PaneCounts>>> stretches = new ArrayList<>();
    faults.forEach(
        (from, injected) -> {
          List<Request> healthy =
              requests.stream()
                  .filter(r -> r.endNanos() / 1_000_000 >= from)
                  .filter(r -> r.endNanos() / 1_000_000 < injected - BEFORE_FAULT_MILLIS)
                  .toList();
          if (healthy.size() >= MIN_REQUESTS && lengthMillis(healthy) >= MIN_MILLIS) {
            stretches.add(
                List.copyOf(
                    new ReferencePanes(DetectionRules.standard().scale())
                        .cut(healthy, PANE_MILLIS)
                        .values()));
          }
        });
    return stretches;
  }

  private static long lengthMillis(List<Request> requests) {
    return (requests.get(requests.size() - 1).endNanos() - requests.get(0).endNanos()) / 1_000_000;
  }
}
