package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.profile.EndpointProfile.ClassNode;
import io.tracemill.analysis.profile.EndpointProfile.Percentiles;
import io.tracemill.analysis.profile.EndpointProfile.TreeNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes call trees: flat lists, a parent before its children. Most bytes of the job's output are
 * theirs, so the names of their fields are encoded once.
 */
final class TreeJson {
  private static final int LEAST_NODE_BYTES = 80;

  private static final SerializableString PARENT = new SerializedString("parent");
  private static final SerializableString SERVICE = new SerializedString("service");
  private static final SerializableString OPERATION = new SerializedString("operation");
  private static final SerializableString CALLEE = new SerializedString("callee");
  private static final SerializableString SPANS = new SerializedString("spans");
  private static final SerializableString TRACES = new SerializedString("traces");
  private static final SerializableString INCLUSIVE = new SerializedString("inclusiveNanos");
  private static final SerializableString EXCLUSIVE = new SerializedString("exclusiveNanos");
  private static final SerializableString PERCENTILES = new SerializedString("exclusive");
  private static final SerializableString P50 = new SerializedString("p50");
  private static final SerializableString P95 = new SerializedString("p95");
  private static final SerializableString P99 = new SerializedString("p99");

  private TreeJson() {}

  /** The critical path of one request as nodes, whose count is of spans. */
  static List<ClassNode> nodes(CallingContextTree tree) {
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

  /** How many nodes to begin with so that all of {@code size} are written if they can fit. */
  static int nodesToTry(int size, int maxBytes) {
    return Math.max(1, Math.min(size, maxBytes / LEAST_NODE_BYTES));
  }

  /** Writes the list of as many nodes as there is room for. */
  static void write(
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
    writeNumber(json, PARENT, node.parent());
    writeName(json, SERVICE, step.frame().service(), room);
    writeName(json, OPERATION, step.frame().operation(), room);
    if (step.callee().isPresent()) {
      writeName(json, CALLEE, step.callee().get(), room);
    }
    writeNumber(json, counted == Counted.SPANS ? SPANS : TRACES, node.traces());
    writeNumber(json, INCLUSIVE, node.inclusiveNanos());
    writeNumber(json, EXCLUSIVE, node.exclusiveNanos());
    if (node.percentiles().isPresent()) {
      writePercentiles(json, node.percentiles().get());
    }
    json.writeEndObject();
  }

  private static void writePercentiles(JsonGenerator json, Percentiles percentiles)
      throws IOException {
    json.writeFieldName(PERCENTILES);
    json.writeStartObject();
    writeNumber(json, P50, percentiles.p50());
    writeNumber(json, P95, percentiles.p95());
    writeNumber(json, P99, percentiles.p99());
    json.writeEndObject();
  }

  private static void writeName(
      JsonGenerator json, SerializableString field, String name, Room room) throws IOException {
    json.writeFieldName(field);
    json.writeString(room.name(name));
  }

  private static void writeNumber(JsonGenerator json, SerializableString field, long number)
      throws IOException {
    json.writeFieldName(field);
    json.writeNumber(number);
  }

  /** What the count of a node is, and how those of several nodes add up. */
  enum Counted {
    /** Spans of one request: they add up. */
    SPANS,
    /**
     * Requests that had the call path: one can have several, so that of many nodes together only
     * the largest count is certain.
     */
    TRACES;

    long plus(long a, long b) {
      return this == SPANS ? a + b : Math.max(a, b);
    }
  }
}
