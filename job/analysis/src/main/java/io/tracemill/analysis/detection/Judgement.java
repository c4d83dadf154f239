package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Incident;
import java.util.List;

/**
 * What a pane says.
 *
 * @param endMillis end of the pane, milliseconds since the epoch
 * @param incidents that are open or have just ended, open ones by rank
 * @param endpoints of which requests came, in their order
 * @param dropped findings for which there was no room among the incidents
 */
public record Judgement(
    long endMillis, List<Incident> incidents, List<EndpointWatch> endpoints, long dropped) {
  public Judgement {
    incidents = List.copyOf(incidents);
    endpoints = List.copyOf(endpoints);
  }

  /** One with room for all findings. */
  public Judgement(long endMillis, List<Incident> incidents, List<EndpointWatch> endpoints) {
    this(endMillis, incidents, endpoints, 0);
  }
}
