package io.tracemill.console.picture;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest record of each incident, and of its mutations. When there are too many, incidents that
 * ended are dropped first, then the oldest.
 */
final class IncidentShelf {
  private static final List<String> SEVERITIES = List.of("page", "ticket", "info");

  /** The job writes a firing incident again more often than this. */
  private static final long SILENCE_MILLIS = 15 * 60_000;

  private static final int MAX_MUTATIONS = 500;

  /** Firing ones first, by severity and rank; then those that ended, the newest first. */
  private static final Comparator<IncidentView> WORST_FIRST =
      comparing((IncidentView each) -> !each.firing())
          .thenComparing(each -> each.firing() ? SEVERITIES.indexOf(each.severity()) : 0)
          .thenComparingLong(each -> each.firing() ? each.rank() : -each.judgedMillis())
          .thenComparing(IncidentView::id);

  private final int maxIncidents;
  private final Map<String, IncidentView> byId = new HashMap<>();

  /** Mutations by id, by the incident's id. */
  private final Map<String, Map<String, Result>> mutations = new HashMap<>();

  private long nowMillis;

  IncidentShelf(int maxIncidents) {
    this.maxIncidents = maxIncidents;
  }

  /** Takes in an incident; an older record than the newest of its id is ignored. */
  void acceptIncident(Result result) {
    IncidentView incident = IncidentView.of(result);
    advanceTo(incident.judgedMillis());
    byId.merge(
        incident.id(), incident, (old, add) -> add.judgedMillis() < old.judgedMillis() ? old : add);
    if (byId.size() > maxIncidents) {
      byId.values().stream()
          .min(comparing(IncidentView::firing).thenComparing(IncidentView::judgedMillis))
          .ifPresent(least -> byId.remove(least.id()));
      mutations.keySet().retainAll(byId.keySet());
    }
  }

  /** Takes in a mutation; it may come before its incident. */
  void acceptMutation(Result result) {
    JsonNode json = result.json();
    Map<String, Result> ofIncident =
        mutations.computeIfAbsent(
            json.path("incident").asText(), incident -> new LinkedHashMap<>());
    String id = json.path("id").asText();
    if (ofIncident.size() < MAX_MUTATIONS || ofIncident.containsKey(id)) {
      ofIncident.put(id, result);
    }
    if (mutations.size() > 2 * maxIncidents) {
      mutations.keySet().retainAll(byId.keySet());
    }
  }

  /** Advances the time of the results; a firing incident that fell silent counts as ended. */
  void advanceTo(long millis) {
    nowMillis = Math.max(nowMillis, millis);
  }

  /** All incidents, the worst first. */
  List<IncidentView> worstFirst() {
    return byId.values().stream()
        .map(each -> each.asOf(nowMillis - SILENCE_MILLIS))
        .sorted(WORST_FIRST)
        .toList();
  }

  Optional<IncidentView> incident(String id) {
    return Optional.ofNullable(byId.get(id)).map(each -> each.asOf(nowMillis - SILENCE_MILLIS));
  }

  /** The mutations of an incident, as JSON. */
  List<String> mutations(String incident) {
    return mutations.getOrDefault(incident, Map.of()).values().stream().map(Result::text).toList();
  }

  /** The mutations of an endpoint, those of the worst incident first, as JSON. */
  List<String> mutations(Frame endpoint) {
    return worstFirst().stream()
        .flatMap(each -> mutations.getOrDefault(each.id(), Map.of()).values().stream())
        .filter(each -> each.endpoint().equals(Optional.of(endpoint)))
        .map(Result::text)
        .toList();
  }
}
