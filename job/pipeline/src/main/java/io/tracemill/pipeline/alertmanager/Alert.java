package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.incident.Incident.Severity;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The alert of an incident after one pane. All texts are bounded and in one line.
 *
 * @param labels identify this alert: the incident and the labels that Alertmanager routes by
 * @param annotations texts by their names
 * @param firing whether it goes on
 * @param startMillis when it began, milliseconds since the epoch
 * @param endMillis end of the pane that shows it
 * @param link the first place to look; empty for none
 */
record Alert(
    SortedMap<String, String> labels,
    SortedMap<String, String> annotations,
    boolean firing,
    long startMillis,
    long endMillis,
    String link) {
  static final String NAME = "TracemillIncident";
  static final String INCIDENT = "incident";
  static final String SEVERITY = "severity";

  Alert {
    labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /** The id of its incident. */
  String incident() {
    return labels.getOrDefault(INCIDENT, "");
  }

  /**
   * This alert with the labels that its incident already has. Only the severity may rise: any other
   * change would notify people again at each change of the incident.
   */
  Alert continuing(Alert known) {
    SortedMap<String, String> kept = new TreeMap<>(known.labels);
    if (firing && Severity.TICKET.label().equals(known.labels.get(SEVERITY))) {
      kept.put(SEVERITY, labels.getOrDefault(SEVERITY, ""));
    }
    return new Alert(kept, annotations, firing, startMillis, endMillis, link);
  }

  /** This alert, over since a time. */
  Alert ended(long atMillis) {
    return new Alert(labels, annotations, false, startMillis, atMillis, link);
  }

  /**
   * The alert in the fields of Alertmanager's API, version 2. Only the end of a firing alert is in
   * the future.
   *
   * @param more labels besides its own
   * @param validMillis how long Alertmanager shall believe that it fires
   */
  Map<String, Object> fields(Map<String, String> more, long nowMillis, long validMillis) {
    long start = Math.min(startMillis, nowMillis);
    long end = firing ? nowMillis + validMillis : Math.max(start, Math.min(endMillis, nowMillis));
    Map<String, String> allLabels = new TreeMap<>(more);
    allLabels.putAll(labels);
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("labels", allLabels);
    fields.put("annotations", annotations);
    fields.put("startsAt", Instant.ofEpochMilli(start).toString());
    fields.put("endsAt", Instant.ofEpochMilli(end).toString());
    if (!link.isEmpty()) {
      fields.put("generatorURL", link);
    }
    return fields;
  }
}
