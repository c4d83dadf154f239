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

/** Says of an incident what Alertmanager is told. Ids of traces stand in links, never in labels. */
final class IncidentPosts {
  private static final int MAX_NAME = 200;
  private static final int MAX_SUMMARY = 2_000;
  private static final int MAX_LINK = 1_000;
  private static final Set<String> LINK_SCHEMES = Set.of("http", "https");

  private final String traceLink;

  /**
   * @param traceLink see {@link AlertmanagerSettings}
   */
  IncidentPosts(String traceLink) {
    this.traceLink = traceLink;
  }

  /** What is said of an incident; nothing of one that concerns nobody. */
  Optional<AlertPost> of(ExplainedIncident explained) {
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
        new AlertPost(
            identity(incident),
            incident.status() == Incident.Status.FIRING,
            incident.sinceMillis(),
            incident.endMillis(),
            annotations,
            slow));
  }

  private static AlertIdentity identity(Incident incident) {
    return new AlertIdentity(
        PlainText.of(incident.id(), MAX_NAME),
        incident.severity(),
        PlainText.of(incident.culprit().subject().service(), MAX_NAME),
        PlainText.of(incident.endpoints().get(0).toString(), MAX_NAME),
        PlainText.of(incident.culprit().subject().toString(), MAX_NAME));
  }

  /** Where the first of {@code traces} can be looked at; empty for nowhere. */
  private String link(List<TraceId> traces, Period time) {
    return traces.stream()
        .findFirst()
        .flatMap(trace -> TraceLink.of(traceLink, trace, time.startMillis(), time.endMillis()))
        .filter(IncidentPosts::isLink)
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
