package io.tracemill.connectors.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.analysis.callingcontext.PathStep;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Cuts call trees that are too deep or too large. Below each node that lost descendants, one {@code
 * (other)} node replaces them, so the sum of exclusive times stays the same.
 *
 * <p>Kept nodes come first, in their order, then the {@code (other)} nodes. An existing {@code
 * (other)} node is merged with the new one of its parent. It is neither recursive nor quadratic,
 * because the sender chooses depth and breadth.
 */
final class CallTreeCut {
  private static final int NONE = -1;
  private static final String OTHER = PathStep.OTHER.frame().service();

  private CallTreeCut() {}

  /**
   * Cuts {@code tree} to its first {@code maxDepth} levels and to {@code maxNodes} nodes besides
   * {@code (other)}. It keeps the nodes with the largest inclusive times; among equal ones, the
   * first. Returns the same list if there is nothing to cut.
   */
  static ArrayNode of(ArrayNode tree, int maxDepth, int maxNodes) {
    int[] depths = depths(tree);
    if (tree.size() <= maxNodes && !isTooDeep(tree, depths, maxDepth)) {
      return tree;
    }
    boolean[] kept = costliest(tree, maxNodes);
    for (int node = 0; node < kept.length; node++) {
      int parent = parent(tree, node);
      kept[node] &=
          depths[node] <= maxDepth && !isOther(tree.get(node)) && (parent == NONE || kept[parent]);
    }
    return folded(tree, kept);
  }

  static int parent(ArrayNode tree, int node) {
    return tree.get(node).path("parent").intValue();
  }

  /** By node: its level, 1 for a root. */
  static int[] depths(ArrayNode tree) {
    int[] depths = new int[tree.size()];
    for (int node = 0; node < depths.length; node++) {
      int parent = parent(tree, node);
      depths[node] = parent == NONE ? 1 : depths[parent] + 1;
    }
    return depths;
  }

  private static boolean isTooDeep(ArrayNode tree, int[] depths, int maxDepth) {
    // An (other) node just below the last level would be folded into itself.
    return IntStream.range(0, depths.length)
        .anyMatch(
            node ->
                depths[node] > maxDepth
                    && (depths[node] > maxDepth + 1 || !isOther(tree.get(node))));
  }

  private static boolean isOther(JsonNode node) {
    return node.path("service").asText().equals(OTHER)
        && node.path("operation").asText().equals(OTHER)
        && !node.has("callee");
  }

  private static boolean[] costliest(ArrayNode tree, int maxNodes) {
    boolean[] kept = new boolean[tree.size()];
    if (tree.size() <= maxNodes) {
      Arrays.fill(kept, true);
      return kept;
    }
    long[] sorted =
        IntStream.range(0, kept.length)
            .mapToLong(node -> number(tree.get(node), "inclusiveNanos"))
            .sorted()
            .toArray();
    long least = sorted[sorted.length - maxNodes];
    long equal = maxNodes - Arrays.stream(sorted).filter(nanos -> nanos > least).count();
    for (int node = 0; node < kept.length; node++) {
      long nanos = number(tree.get(node), "inclusiveNanos");
      kept[node] = nanos > least || (nanos == least && equal-- > 0);
    }
    return kept;
  }

  private static ArrayNode folded(ArrayNode tree, boolean[] kept) {
    ArrayNode folded = JsonNodeFactory.instance.arrayNode();
    // By node: its new position, or that of the node below which it is folded.
    int[] place = new int[kept.length];
    for (int node = 0; node < kept.length; node++) {
      int parent = parent(tree, node);
      int above = parent == NONE ? NONE : place[parent];
      place[node] = kept[node] ? folded.size() : above;
      if (kept[node]) {
        ObjectNode copy = tree.get(node).deepCopy();
        folded.add(copy.put("parent", above));
      }
    }
    Map<Integer, ObjectNode> others = new HashMap<>();
    for (int node = 0; node < kept.length; node++) {
      if (!kept[node]) {
        ObjectNode other = others.get(place[node]);
        if (other == null) {
          other = other(place[node], tree.get(node));
          others.put(place[node], other);
          folded.add(other);
        } else {
          add(other, tree.get(node));
        }
      }
    }
    return folded;
  }

  private static ObjectNode other(int parent, JsonNode only) {
    ObjectNode other = named(only.deepCopy());
    other.remove("callee");
    other.put("parent", parent);
    return other.put("inclusiveNanos", number(only, "exclusiveNanos"));
  }

  /** Gives a step the names of all that was left out. */
  static ObjectNode named(ObjectNode step) {
    return step.put("service", OTHER).put("operation", OTHER);
  }

  /**
   * Percentiles are omitted: they do not add up. Spans do. A request can have several call paths,
   * so the largest number of requests is the only certain one.
   */
  private static void add(ObjectNode other, JsonNode more) {
    long nanos = number(other, "exclusiveNanos") + number(more, "exclusiveNanos");
    other.put("inclusiveNanos", nanos).put("exclusiveNanos", nanos).remove("exclusive");
    if (other.has("spans")) {
      other.put("spans", number(other, "spans") + number(more, "spans"));
    } else {
      other.put("traces", Math.max(number(other, "traces"), number(more, "traces")));
    }
  }

  private static long number(JsonNode node, String field) {
    return node.path(field).longValue();
  }
}
