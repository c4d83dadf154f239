package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of judging a pane.
 *
 * @param endMillis end of the pane, milliseconds since the epoch
 * @param incidents the open ones by rank, then those that ended with this pane
 * @param endpoints the endpoints with requests
 * @param dropped number of findings that found no room among the incidents
 */
public record Judgement(
    long endMillis, List<Incident> incidents, SortedMap<Frame, Watch> endpoints, long dropped) {
  public Judgement {
    incidents = List.copyOf(incidents);
    endpoints = Collections.unmodifiableSortedMap(new TreeMap<>(endpoints));
  }
}
