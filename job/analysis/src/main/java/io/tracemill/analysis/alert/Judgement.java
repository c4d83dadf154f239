package io.tracemill.analysis.alert;

import java.util.List;

/**
 * What is to be written after a slide: only what has changed.
 *
 * @param alerts those that fire, the largest contribution first, then those that are resolved
 * @param incidents likewise
 */
public record Judgement(List<Alert> alerts, List<Incident> incidents) {
  public Judgement {
    alerts = List.copyOf(alerts);
    incidents = List.copyOf(incidents);
  }
}
