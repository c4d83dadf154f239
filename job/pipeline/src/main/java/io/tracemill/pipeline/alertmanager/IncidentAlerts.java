package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.explanation.TraceLink;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.span.TraceId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Turns pages and tickets into alerts. Trace ids appear in links, never in labels.
 *
 * @param traceLink a template of {@link TraceLink}; empty for no links
 */
record IncidentAlerts(String traceLink) implements FlatMapFunction<ExplainedIncident, Alert> {
  private static final int MAX_NAME = 200;
  private static final int MAX_SUMMARY = 2_000;
  private static final int MAX_LINK = 1_000;
  private static final Set<String> LINK_SCHEMES = Set.of("http", "https");

  @Override
  public void flatMap(ExplainedIncident incident, Collector<Alert> out) {
    of(incident).ifPresent(out::collect);
  }

  /** The alert of an incident; empty for a notice. */
  Optional<Alert> of(ExplainedIncident explained) {
    Incident incident = explained.incident();
    if (incident.severity() == Incident.Severity.INFO) {
      return Optional.empty();
    }
    Optional<Explanation> why = explained.explanation();
    String slow = why.map(all -> link(all.exemplars().after(), all.window())).orElse("");
    String normal = why.map(all -> link(all.exemplars().before(), all.baseline())).orElse("");
    SortedMap<String, String> annotations = new TreeMap<>();
    annotations.put("summary", PlainText.of(IncidentSentence.of(explained), MAX_SUMMARY));
    annotations.put("slow", slow);
    annotations.put("normal", normal);
    annotations.values().removeIf(String::isEmpty);
    return Optional.of(
        new Alert(
            labels(incident),
            annotations,
            incident.status() == Incident.Status.FIRING,
            incident.sinceMillis(),
            incident.endMillis(),
            slow));
  }

  private static SortedMap<String, String> labels(Incident incident) {
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put("alertname", Alert.NAME);
    labels.put(Alert.INCIDENT, PlainText.of(incident.id(), MAX_NAME));
    labels.put(Alert.SEVERITY, incident.severity().label());
    labels.put("service", PlainText.of(incident.culprit().subject().service(), MAX_NAME));
    labels.put("endpoint", PlainText.of(incident.endpoints().get(0).toString(), MAX_NAME));
    labels.put("culprit", PlainText.of(incident.culprit().subject().toString(), MAX_NAME));
    // Alertmanager treats an empty label as absent.
    labels.values().removeIf(String::isEmpty);
    return labels;
  }

  /** The address of the first of {@code traces}; empty for none. */
  private String link(List<TraceId> traces, Period time) {
    return traces.stream()
        .findFirst()
        .flatMap(trace -> TraceLink.of(traceLink, trace, time.startMillis(), time.endMillis()))
        .filter(IncidentAlerts::isLink)
        .orElse("");
  }

  /** Alertmanager refuses an alert whose link it can't read. */
  private static boolean isLink(String text) {
    try {
      URI link = new URI(text);
      return LINK_SCHEMES.contains(String.valueOf(link.getScheme()))
          && link.getHost() != null
          && text.length() <= MAX_LINK;
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
