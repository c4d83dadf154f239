package io.tracemill.connectors.live;

import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.span.Frame;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest record of each mutation, by incident. When full, it drops the mutations of the
 * incident that was written least recently.
 */
final class MutationShelf {
  private static final int MAX_OF_INCIDENT = 500;

  private final int maxIncidents;
  private final long maxCharacters;

  /** By incident, least recently written first; then by the mutation's id. */
  private final Map<String, Map<String, Mutation>> byIncident = new LinkedHashMap<>();

  private long characters;

  private record Mutation(String text, Optional<Frame> endpoint) {}

  /**
   * An empty shelf.
   *
   * @param maxCharacters size of all records together
   */
  MutationShelf(int maxIncidents, long maxCharacters) {
    this.maxIncidents = maxIncidents;
    this.maxCharacters = maxCharacters;
  }

  /** Adds a mutation of an incident, which may arrive later. */
  void accept(MutationRecord mutation, String text) {
    mutation.incident().ifPresent(incident -> accept(incident, mutation, text));
  }

  private void accept(String incident, MutationRecord mutation, String text) {
    Map<String, Mutation> mutations =
        Optional.ofNullable(byIncident.remove(incident)).orElseGet(LinkedHashMap::new);
    byIncident.put(incident, mutations);
    String id = mutation.id();
    if (mutations.size() < MAX_OF_INCIDENT || mutations.containsKey(id)) {
      Mutation old = mutations.put(id, new Mutation(text, mutation.endpoint()));
      characters += text.length() - (old == null ? 0 : old.text.length());
    }
    while (byIncident.size() > maxIncidents || characters > maxCharacters) {
      remove(byIncident.keySet().iterator().next());
    }
  }

  /** Removes the mutations of an incident. */
  void remove(String incident) {
    Map<String, Mutation> removed = byIncident.remove(incident);
    if (removed != null) {
      removed.values().forEach(each -> characters -= each.text.length());
    }
  }

  /** The mutations of an incident, as JSON. */
  List<String> of(String incident) {
    return byIncident.getOrDefault(incident, Map.of()).values().stream()
        .map(Mutation::text)
        .toList();
  }

  /** The mutations of an incident that are about an endpoint, as JSON. */
  List<String> of(String incident, Frame endpoint) {
    return byIncident.getOrDefault(incident, Map.of()).values().stream()
        .filter(each -> each.endpoint.equals(Optional.of(endpoint)))
        .map(Mutation::text)
        .toList();
  }
}
