package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.explanation.TraceLink;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.post.Addresses;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The alert of a page or ticket after one pane. Its texts are bounded and in one line. Trace ids
 * appear in links, never in labels.
 *
 * @param labels identify this alert: the incident, the labels to route by, and those of the user;
 *     Alertmanager leaves out empty ones
 * @param annotations texts by their names
 * @param firing whether it goes on and is not muted
 * @param muted whether it only ends an open alert
 * @param startMillis when it began, milliseconds since the epoch
 * @param endMillis end of the pane that shows it
 */
record Alert(
    Map<String, String> labels,
    Map<String, String> annotations,
    boolean firing,
    boolean muted,
    long startMillis,
    long endMillis) {
  private static final String INCIDENT = "incident";
  private static final String SEVERITY = "severity";
  private static final String CONSOLE = "console";
  private static final String SLOW = "slow";
  private static final int MAX_NAME = 200;
  private static final int MAX_SUMMARY = 2_000;

  /** How long Alertmanager keeps an alert firing without a new post. */
  private static final long VALID_MILLIS = 240_000;

  Alert {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
  }

  static Alert of(ExplainedIncident explained, AlertmanagerSettings settings) {
    Incident incident = explained.incident();
    boolean muted = explained.handling().muted().isPresent();
    return new Alert(
        labels(explained, settings.labels()),
        annotations(explained, settings),
        incident.status() == Incident.Status.FIRING && !muted,
        muted,
        incident.sinceMillis(),
        incident.endMillis());
  }

  private static Map<String, String> labels(ExplainedIncident explained, Map<String, String> more) {
    Incident incident = explained.incident();
    Subject culprit = incident.culprit().subject();
    Map<String, String> labels = new HashMap<>(more);
    labels.put("alertname", "TracemillIncident");
    labels.put(INCIDENT, incident.id());
    labels.put(SEVERITY, incident.severity().label());
    labels.put("service", Figures.plain(culprit.service(), MAX_NAME));
    labels.put("owner", explained.handling().owner().orElse(""));
    labels.put("endpoint", Figures.plain(incident.endpoints().get(0).toString(), MAX_NAME));
    labels.put("culprit", Figures.plain(culprit.toString(), MAX_NAME));
    return labels;
  }

  private static Map<String, String> annotations(
      ExplainedIncident explained, AlertmanagerSettings settings) {
    String template = settings.traceLink();
    Map<String, String> texts = new HashMap<>();
    texts.put("summary", Figures.plain(IncidentSentence.of(explained), MAX_SUMMARY));
    texts.put(CONSOLE, Addresses.page(settings.console(), explained.incident().id()));
    explained
        .explanation()
        .ifPresent(
            why -> {
              texts.put(SLOW, link(template, why.exemplars().after(), why.window()));
              texts.put("normal", link(template, why.exemplars().before(), why.baseline()));
            });
    texts.values().removeIf(String::isEmpty);
    return texts;
  }

  /** The address of the first of {@code traces}; empty for none. */
  private static String link(String template, List<TraceId> traces, Period time) {
    return traces.stream()
        .findFirst()
        .flatMap(trace -> TraceLink.of(template, trace, time.startMillis(), time.endMillis()))
        .orElse("");
  }

  String incident() {
    return labels.getOrDefault(INCIDENT, "");
  }

  /** Whether {@code older} is the open alert of this incident. */
  boolean continues(Alert older) {
    return older.firing && older.incident().equals(incident());
  }

  /**
   * This alert with the labels that {@code older} has. Only the severity may rise: any other change
   * would notify people again at each change of the incident.
   */
  Alert named(Alert older) {
    Map<String, String> kept = new HashMap<>(older.labels);
    if (firing && Incident.Severity.TICKET.label().equals(kept.get(SEVERITY))) {
      kept.put(SEVERITY, labels.getOrDefault(SEVERITY, ""));
    }
    return new Alert(kept, annotations, firing, muted, startMillis, endMillis);
  }

  /** This alert, over since a time. */
  Alert ended(long atMillis) {
    return new Alert(labels, annotations, false, muted, startMillis, atMillis);
  }

  /**
   * The alert in the fields of Alertmanager's API, version 2. Only the end of a firing alert is in
   * the future.
   */
  Map<String, Object> fields(long nowMillis) {
    long start = Math.min(startMillis, nowMillis);
    long end = firing ? nowMillis + VALID_MILLIS : Math.max(start, Math.min(endMillis, nowMillis));
    return Map.of(
        "labels", labels,
        "annotations", annotations,
        "startsAt", Instant.ofEpochMilli(start).toString(),
        "endsAt", Instant.ofEpochMilli(end).toString(),
        "generatorURL", annotations.getOrDefault(CONSOLE, annotations.getOrDefault(SLOW, "")));
  }
}
