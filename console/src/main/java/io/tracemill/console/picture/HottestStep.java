package io.tracemill.console.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The frame or edge with the most own time on the critical paths of an endpoint.
 *
 * @param operation empty for an edge
 * @param callee the service that an edge leads to; empty for a frame
 * @param share share of the time of all requests, 0 to 1
 */
public record HottestStep(String service, String operation, String callee, double share) {
  private record Place(String service, String operation, String callee) {}

  /** Finds the step in a flat call tree; nodes with the same frame or edge count as one. */
  static Optional<HottestStep> of(JsonNode tree) {
    long total = totalNanos(tree);
    if (total <= 0) {
      return Optional.empty();
    }
    Map<Place, Long> own = new LinkedHashMap<>();
    for (JsonNode node : tree) {
      String callee = node.path("callee").asText();
      String operation = callee.isEmpty() ? node.path("operation").asText() : "";
      Place place = new Place(node.path("service").asText(), operation, callee);
      own.merge(place, node.path("exclusiveNanos").asLong(), Long::sum);
    }
    return own.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(
            most ->
                new HottestStep(
                    most.getKey().service,
                    most.getKey().operation,
                    most.getKey().callee,
                    (double) most.getValue() / total));
  }

  /** The time of all requests in a flat call tree, which is the time of its roots. */
  static long totalNanos(JsonNode tree) {
    long total = 0;
    for (JsonNode node : tree) {
      if (node.path("parent").asInt() < 0) {
        total += node.path("inclusiveNanos").asLong();
      }
    }
    return total;
  }
}
