package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.AlertmanagerSettings.TRACE_ID;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.CulpritSentence;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.PlainText;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Says of an incident what Alertmanager is told. Ids of traces stand in links, never in labels. */
final class IncidentPosts {
  private static final int MAX_NAME = 200;
  private static final int MAX_SUMMARY = 2_000;
  private static final int MAX_LINK = 1_000;
  private static final int MAX_ENDPOINTS = 10;
  private static final Set<String> LINK_SCHEMES = Set.of("http", "https");

  private final String traceLink;
  private final Function<Incident, String> summary;

  /**
   * @param traceLink see {@link AlertmanagerSettings}
   * @param summary what a tired person reads
   */
  IncidentPosts(String traceLink, Function<Incident, String> summary) {
    this.traceLink = traceLink;
    this.summary = summary;
  }

  AlertPost of(Incident incident) {
    List<TraceId> slow = incident.leading().finding().after();
    SortedMap<String, String> annotations = new TreeMap<>();
    annotations.put("summary", PlainText.of(summary.apply(incident), MAX_SUMMARY));
    if (!incident.culprits().isEmpty()) {
      annotations.put("culprit", CulpritSentence.of(incident));
    }
    annotations.put("endpoints", endpoints(incident.endpoints()));
    annotations.put("slow", link(slow));
    annotations.put("normal", link(incident.leading().finding().before()));
    annotations.values().removeIf(String::isEmpty);
    return new AlertPost(
        identity(incident),
        incident.status() == Alert.Status.FIRING,
        incident.sinceMillis(),
        incident.window().endMillis(),
        annotations,
        link(slow));
  }

  private static AlertIdentity identity(Incident incident) {
    String service =
        incident.culprits().stream().findFirst().map(top -> top.culprit().service()).orElse("");
    return new AlertIdentity(
        PlainText.of(incident.id(), MAX_NAME),
        incident.severity(),
        PlainText.of(service, MAX_NAME));
  }

  private static String endpoints(List<Frame> endpoints) {
    String names =
        endpoints.stream()
            .limit(MAX_ENDPOINTS)
            .map(endpoint -> PlainText.of(endpoint.toString(), MAX_NAME))
            .collect(Collectors.joining(", "));
    int more = endpoints.size() - MAX_ENDPOINTS;
    return more > 0 ? names + " and " + more + " more" : names;
  }

  /** Where the first of {@code traces} can be looked at; empty for nowhere. */
  private String link(List<TraceId> traces) {
    if (traces.isEmpty()) {
      return "";
    }
    String link = traceLink.replace(TRACE_ID, traces.get(0).hex());
    return isLink(link) ? link : "";
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
