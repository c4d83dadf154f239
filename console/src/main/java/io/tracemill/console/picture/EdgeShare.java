package io.tracemill.console.picture;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The time on the way from one service to another, on the critical paths of an endpoint.
 *
 * @param share share of the time of all requests, 0 to 1
 */
public record EdgeShare(String caller, String callee, double share) {
  private record Edge(String caller, String callee) {}

  /** The edges with the most time in a flat call tree, largest first. */
  static List<EdgeShare> largest(JsonNode tree, int most) {
    long total = HottestStep.totalNanos(tree);
    if (total <= 0) {
      return List.of();
    }
    Map<Edge, Long> nanos = new HashMap<>();
    for (JsonNode node : tree) {
      if (node.has("callee")) {
        Edge edge = new Edge(node.path("service").asText(), node.path("callee").asText());
        nanos.merge(edge, node.path("exclusiveNanos").asLong(), Long::sum);
      }
    }
    return nanos.entrySet().stream()
        .map(
            each ->
                new EdgeShare(
                    each.getKey().caller, each.getKey().callee, (double) each.getValue() / total))
        .sorted(
            comparing(EdgeShare::share)
                .reversed()
                .thenComparing(EdgeShare::caller)
                .thenComparing(EdgeShare::callee))
        .limit(most)
        .toList();
  }
}
