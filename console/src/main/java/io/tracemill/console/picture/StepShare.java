package io.tracemill.console.picture;

import static java.util.Comparator.comparing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The own time of a frame or an edge on the critical paths of an endpoint.
 *
 * @param service for an edge, the one that calls
 * @param operation empty for an edge
 * @param callee the service that an edge leads to; empty for a frame
 * @param share share of the time of all requests, 0 to 1
 */
public record StepShare(String service, String operation, String callee, double share) {
  private record Place(String service, String operation, String callee) {}

  /**
   * The steps of a flat call tree, largest first; nodes with the same frame or edge count as one.
   */
  static List<StepShare> largestFirst(JsonNode tree) {
    long total = 0;
    Map<Place, Long> own = new HashMap<>();
    for (JsonNode node : tree) {
      // The time of all requests is the time of the roots; several gateways are several roots.
      total += node.path("parent").asInt() < 0 ? node.path("inclusiveNanos").asLong() : 0;
      String callee = node.path("callee").asText();
      String operation = callee.isEmpty() ? node.path("operation").asText() : "";
      Place place = new Place(node.path("service").asText(), operation, callee);
      own.merge(place, node.path("exclusiveNanos").asLong(), Long::sum);
    }
    return total <= 0 ? List.of() : shares(own, total);
  }

  private static List<StepShare> shares(Map<Place, Long> own, long total) {
    return own.entrySet().stream()
        .map(each -> step(each.getKey(), (double) each.getValue() / total))
        .sorted(
            comparing(StepShare::share)
                .reversed()
                .thenComparing(StepShare::service)
                .thenComparing(StepShare::operation)
                .thenComparing(StepShare::callee))
        .toList();
  }

  private static StepShare step(Place place, double share) {
    return new StepShare(place.service, place.operation, place.callee, share);
  }

  /** Whether it is the way from one service to another. */
  public boolean isEdge() {
    return !callee.isEmpty();
  }
}
