package io.tracemill.analysis.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sums.PaneCounts;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A detector that is written and read goes on as the one that was not. */
class DetectorStateTest {
  private static final DetectionRules RULES = DetectionRules.standard();
  private static final int PANES = 100;

  @Property(tries = 12, seed = "18")
  void aRestoredDetectorJudgesAsBefore(
      @ForAll @IntRange(min = 0, max = 1000) int seed,
      @ForAll @IntRange(min = 0, max = PANES - 2) int written)
      throws IOException, ClassNotFoundException {
    List<List<PaneCounts>> panes = panes(seed);
    Detector first = new Detector(RULES);
    Detector second = new Detector(RULES);
    for (int pane = 0; pane < PANES; pane++) {
      long end = (pane + 1) * Run.PANE;
      Judgement judgement = first.judge(end, panes.get(pane));
      assertThat(second.judge(end, panes.get(pane)))
          .isEqualTo(judgement)
          .hasToString(judgement.toString());
      if (pane == written) {
        second = restored(second);
      }
    }
  }

  /** Three endpoints, with a slower edge, errors and a call that is not made, one by one. */
  private static List<List<PaneCounts>> panes(int seed) {
    Chains chains = new Chains(seed);
    chains.endpoint("checkout", 20, "front", "payment", "bank");
    chains.endpoint("refund", 20, "front", "payment", "bank");
    chains.endpoint("search", 20, "shop", "index");
    List<List<PaneCounts>> panes = new ArrayList<>();
    for (int pane = 0; pane < PANES; pane++) {
      switch (pane) {
        case 30 -> chains.slower(Chains.edge("payment", "bank"), 4);
        case 45 -> chains.failing("index", 0.3);
        case 60 -> chains.healthy();
        case 75 -> chains.missing("bank", 1);
        default -> {}
      }
      panes.add(chains.pane(pane * Run.PANE));
    }
    return panes;
  }

  private static Detector restored(Detector detector) throws IOException, ClassNotFoundException {
    List<Serializable> parts = new ArrayList<>();
    for (Serializable part : detector.state()) {
      parts.add(copy(part));
    }
    return new Detector(RULES, parts);
  }

  private static Serializable copy(Serializable part) throws IOException, ClassNotFoundException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(part);
    }
    return (Serializable)
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }
}
