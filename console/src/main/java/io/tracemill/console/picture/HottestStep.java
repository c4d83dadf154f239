package io.tracemill.console.picture;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The frame or edge with the most time of its own on the critical paths of an endpoint.
 *
 * @param callee the service that an edge leads to; empty for a frame
 * @param share of the time of all requests, 0 to 1
 */
public record HottestStep(String service, String operation, String callee, double share) {
  private record Place(String service, String operation, String callee) {}

  /** Finds it in a flat call tree, whose first node is the whole request; equal places are one. */
  static Optional<HottestStep> of(JsonNode tree) {
    long total = tree.path(0).path("inclusiveNanos").asLong();
    if (total <= 0) {
      return Optional.empty();
    }
    Map<Place, Long> own = new HashMap<>();
    for (JsonNode node : tree) {
      Place place =
          new Place(
              node.path("service").asText(),
              node.path("operation").asText(),
              node.path("callee").asText());
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
}
