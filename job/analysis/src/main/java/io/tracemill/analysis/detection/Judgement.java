package io.tracemill.analysis.detection;

import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a pane says.
 *
 * @param endMillis end of the pane, milliseconds since the epoch
 * @param incidents that are open or have just ended, open ones by rank
 * @param endpoints from which requests came
 * @param dropped findings for which there was no room among the incidents
 */
public record Judgement(
    long endMillis, List<Incident> incidents, SortedMap<Frame, Watch> endpoints, long dropped) {
  public Judgement {
    incidents = List.copyOf(incidents);
    endpoints = Collections.unmodifiableSortedMap(new TreeMap<>(endpoints));
  }
}
