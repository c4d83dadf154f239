package io.tracemill.analysis.detection;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Status;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A detector that judges made-up requests pane by pane, and what it said of them. */
final class Run {
  static final long PANE = 30_000;
  static final long MINUTE = 60_000;

  private final Chains chains;
  private final Detector detector;
  private final Map<String, Incident> latest = new LinkedHashMap<>();
  private final List<Judgement> judgements = new ArrayList<>();
  private long now = 20_000 * 86_400_000L;

  Run(Chains chains) {
    this(chains, DetectionRules.standard());
  }

  Run(Chains chains, DetectionRules rules) {
    this.chains = chains;
    this.detector = new Detector(rules);
  }

  /** Goes on for so many minutes. */
  Run minutes(double minutes) {
    for (int pane = 0; pane < 2 * minutes; pane++) {
      pane();
    }
    return this;
  }

  private void pane() {
    now += PANE;
    Judgement judgement = detector.judge(now, chains.pane(now));
    judgements.add(judgement);
    judgement.incidents().forEach(incident -> latest.put(incident.id(), incident));
  }

  /** Passes over minutes in which no pane comes. */
  Run gap(double minutes) {
    now += Math.round(minutes * MINUTE);
    return this;
  }

  /** The end of the latest pane. */
  long now() {
    return now;
  }

  /** All incidents so far, as they were said last, by the time when they were found. */
  List<Incident> incidents() {
    return List.copyOf(latest.values());
  }

  /** The incidents so far, of which there is one. */
  Incident only() {
    assertThat(latest.values()).hasSize(1);
    return incidents().get(0);
  }

  List<Incident> firing() {
    return incidents().stream().filter(one -> one.status() == Status.FIRING).toList();
  }

  Judgement latest() {
    return judgements.get(judgements.size() - 1);
  }

  /** What was said of an endpoint last. */
  Watch watch(Frame endpoint) {
    return requireNonNull(latest().endpoints().get(endpoint));
  }
}
