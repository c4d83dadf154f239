package io.tracemill.cli.screen;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A node of a call tree.
 *
 * @param parent index of the node above, -1 for the first
 * @param callee service that an edge leads to, empty for a frame
 * @param inclusiveNanos time of it and all below it, over all requests
 * @param exclusiveNanos its own time, over all requests
 */
public record CallNode(
    int parent,
    String service,
    String operation,
    String callee,
    long inclusiveNanos,
    long exclusiveNanos) {

  static CallNode of(JsonNode node) {
    return new CallNode(
        node.path("parent").asInt(-1),
        Wording.printable(node.path("service").asText()),
        Wording.printable(node.path("operation").asText()),
        Wording.printable(node.path("callee").asText()),
        node.path("inclusiveNanos").asLong(),
        node.path("exclusiveNanos").asLong());
  }

  /** What it is called on the screen: {@code cart GET /carts} or {@code cart -> db (...)}. */
  String label() {
    return callee.isEmpty()
        ? service + " " + operation
        : service + " -> " + callee + " (network/wait)";
  }
}
