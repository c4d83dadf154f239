package io.tracemill.connectors.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import io.tracemill.analysis.profile.EndpointProfile.TreeNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Writes call trees: flat lists, a parent before its children. */
public final class TreeJson {
  private static final int LEAST_NODE_BYTES = 80;

  private TreeJson() {}

  /** The critical path of one request as nodes; their count is the number of spans. */
  public static List<ClassNode> nodes(CallingContextTree tree) {
    return IntStream.range(0, tree.size())
        .mapToObj(
            node ->
                new ClassNode(
                    tree.parent(node),
                    tree.step(node),
                    tree.spans(node),
                    tree.inclusiveNanos(node),
                    tree.exclusiveNanos(node)))
        .toList();
  }

  /** The first number of nodes to try, so all of {@code size} are written if they fit. */
  public static int nodesToTry(int size, int maxBytes) {
    return Math.max(1, Math.min(size, maxBytes / LEAST_NODE_BYTES));
  }

  /** Writes the list of nodes, as many as fit. */
  public static void write(
      JsonGenerator json, List<? extends TreeNode> tree, Counted counted, int maxDepth, Room room)
      throws IOException {
    json.writeStartArray();
    for (TreeNode node : TreeCut.of(tree, counted, maxDepth, room.items())) {
      writeNode(json, node, counted, room);
    }
    json.writeEndArray();
  }

  private static void writeNode(JsonGenerator json, TreeNode node, Counted counted, Room room)
      throws IOException {
    PathStep step = node.step();
    json.writeStartObject();
    json.writeNumberField("parent", node.parent());
    FieldJson.frame(json, step.frame(), room);
    if (step.callee().isPresent()) {
      json.writeStringField("callee", room.name(step.callee().get()));
    }
    json.writeNumberField(counted == Counted.SPANS ? "spans" : "traces", node.traces());
    json.writeNumberField("inclusiveNanos", node.inclusiveNanos());
    json.writeNumberField("exclusiveNanos", node.exclusiveNanos());
    if (node.percentiles().isPresent()) {
      Percentiles percentiles = node.percentiles().get();
      json.writeObjectFieldStart("exclusive");
      json.writeNumberField("p50", percentiles.p50());
      json.writeNumberField("p95", percentiles.p95());
      json.writeNumberField("p99", percentiles.p99());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** The meaning of a node's count, and the way to add counts. */
  public enum Counted {
    /** Spans of one request: they add up. */
    SPANS,
    /**
     * Requests with the call path. One request can have several paths, so the largest count is the
     * only certain count of several nodes.
     */
    TRACES;

    long plus(long a, long b) {
      return this == SPANS ? a + b : Math.max(a, b);
    }
  }
}
