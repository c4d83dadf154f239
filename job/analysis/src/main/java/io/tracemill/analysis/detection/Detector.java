package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.pane.PaneCounts;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Finds what changed, pane by pane. */
public final class Detector {
  private final DetectionRules rules;

  /** One that knows nothing yet. */
  public Detector(DetectionRules rules) {
    this.rules = rules;
  }

  /** One that goes on where another one was. */
  public static Detector restored(DetectionRules rules, DetectorState state) {
    return new Detector(rules);
  }

  /**
   * Judges one pane. Panes come in order of time; one without any request need not come, but open
   * incidents end only when panes do.
   *
   * @param endMillis end of the pane, milliseconds since the epoch
   * @param pane one for each endpoint that was seen
   */
  public Judgement judge(long endMillis, Collection<PaneCounts> pane) {
    return new Judgement(endMillis, List.of(), List.of());
  }

  /** Whether an incident is open. */
  public boolean hasOpenIncidents() {
    return false;
  }

  /** All that it knows. */
  public DetectorState state() {
    return new DetectorState(Map.of("rules", rules.toString()), List.of());
  }

  /**
   * What differs between two cohorts, by the same test, at a false discovery rate of 1 %.
   *
   * @param before panes of equal length, each with one of each endpoint that was seen
   * @param after likewise
   * @return open incidents by rank
   */
  public static List<Incident> compare(
      DetectionRules rules,
      List<? extends Collection<PaneCounts>> before,
      List<? extends Collection<PaneCounts>> after) {
    return List.of();
  }
}
