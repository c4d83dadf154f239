package io.tracemill.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.cli.evaluation.ReferenceRequests.Request;
import io.tracemill.cli.results.Recording;
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
    for (Recording recording : Recording.values()) {
      String dataset = recording.dataset();
      List<List<Collection<PaneCounts>>> stretches = stretches(recording);
      assertThat(stretches).as(dataset).hasSizeGreaterThan(1);
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
  private static List<List<Collection<PaneCounts>>> stretches(Recording recording)
      throws IOException {
    List<Request> requests = ReferenceRequests.read(recording.file(), Set.of("ts-gateway-service"));
    NavigableMap<Long, Long> healthy = healthy(recording, requests);
    List<List<Collection<PaneCounts>>> stretches = new ArrayList<>();
    healthy.forEach(
        (from, to) -> {
          List<Request> inside =
              requests.stream()
                  .filter(r -> r.endNanos() / 1_000_000 >= from)
                  .filter(r -> r.endNanos() / 1_000_000 < to)
                  .toList();
          if (inside.size() >= MIN_REQUESTS
              && (recording.whole().isEmpty() || lengthMillis(inside) >= MIN_MILLIS)) {
            stretches.add(
                List.copyOf(
                    new ReferencePanes(DetectionRules.standard().scale())
                        .cut(inside, PANE_MILLIS)
                        .values()));
          }
        });
    return stretches;
  }

  /** Beginnings and ends of times without a fault; of a slice the two halves before its fault. */
  private static NavigableMap<Long, Long> healthy(Recording recording, List<Request> requests)
      throws IOException {
    NavigableMap<Long, Long> healthy = new TreeMap<>();
    if (recording.whole().isEmpty()) {
      long from = requests.get(0).endNanos() / 1_000_000;
      long to = recording.sliceFault().toEpochMilli() - BEFORE_FAULT_MILLIS;
      healthy.put(from, (from + to) / 2);
      healthy.put((from + to) / 2, to);
      return healthy;
    }
    // The recording without its faults would be no claim, so this fails without them.
    for (InjectedFault fault :
        InjectedFault.in(SharedFolder.find("data/faults.csv").orElseThrow())) {
      if (fault.dataset().equals(recording.dataset())) {
        long end = fault.injectedAt().toEpochMilli() - BEFORE_FAULT_MILLIS;
        healthy.merge(fault.from().toEpochMilli(), end, Math::min);
      }
    }
    return healthy;
  }

  private static long lengthMillis(List<Request> requests) {
    return (requests.get(requests.size() - 1).endNanos() - requests.get(0).endNanos()) / 1_000_000;
  }
}
