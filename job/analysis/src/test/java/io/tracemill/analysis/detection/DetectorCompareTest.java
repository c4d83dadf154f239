package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sums.PaneCounts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Two cohorts. */
class DetectorCompareTest {
  private static final DetectionRules RULES = DetectionRules.standard().withPane(10_000);

  private static Chains shop(long seed) {
    Chains chains = new Chains(seed);
    chains.endpoint("checkout", 10, "front", "payment", "bank");
    chains.endpoint("search", 10, "shop", "index");
    return chains;
  }

  private static List<List<PaneCounts>> panes(Chains chains, int count) {
    List<List<PaneCounts>> panes = new ArrayList<>();
    for (int pane = 0; pane < count; pane++) {
      panes.add(chains.pane(0));
    }
    return panes;
  }

  @Test
  void aSlowerEdgeIsFound() {
    Chains chains = shop(1);
    Place edge = Chains.edge("payment", "bank");
    List<List<PaneCounts>> before = panes(chains, 30);
    chains.slower(edge, 2);

    assertThat(Detector.compare(RULES, before, panes(chains, 20)))
        .singleElement()
        .satisfies(one -> assertThat(one.culprit().subject()).isEqualTo(new PlaceTime(edge)));
  }

  @Test
  void differencesAreRanked() {
    Chains chains = shop(1);
    List<List<PaneCounts>> before = panes(chains, 30);
    chains.slower(Chains.edge("payment", "bank"), 3);
    chains.slower(Chains.edge("shop", "index"), 10);

    assertThat(Detector.compare(RULES, before, panes(chains, 20)))
        .extracting(Incident::rank)
        .containsExactly(1, 2);
  }

  @Test
  void anEmptyCohortDiffersInNothing() {
    List<List<PaneCounts>> some = panes(shop(1), 10);

    assertThat(Detector.compare(RULES, some, List.of())).isEmpty();
    assertThat(Detector.compare(RULES, List.of(), some)).isEmpty();
  }

  @Test
  void equalCohortsDifferInOneOfFiftyPairsAtMost() {
    int differ = 0;
    for (int seed = 0; seed < 200; seed++) {
      Chains chains = shop(seed);
      List<List<PaneCounts>> before = panes(chains, 24);
      differ += Detector.compare(RULES, before, panes(chains, 12)).isEmpty() ? 0 : 1;
    }

    assertThat(differ).isLessThanOrEqualTo(4);
  }
}
