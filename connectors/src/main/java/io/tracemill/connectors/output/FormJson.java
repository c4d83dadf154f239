package io.tracemill.connectors.output;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the tree of a category, flat: as many of its nodes as fit, in preorder, so that each one's
 * parent is there.
 */
final class FormJson {
  private static final int NO_PARENT = -1;

  /** Everything in a node but names and numbers, the comma behind it included. */
  private static final int NODE_BYTES =
      """
      {"parent":,"service":"","operation":"","run":,"async":false},"""
          .length();

  /** The first node is written always, and both its names must leave something. */
  private static final int NAMES_PER_TREE = 4;

  private final int maxDepth;
  private final long maxBytes;
  private final Room room;

  /**
   * @param maxDepth levels that are written
   * @param maxBytes that all nodes take, at most
   */
  FormJson(int maxDepth, long maxBytes, Room room) {
    this.maxDepth = maxDepth;
    this.maxBytes = maxBytes;
    int nameBytes = (int) Math.min(room.nameBytes(), Math.max(0, maxBytes / NAMES_PER_TREE));
    this.room = new Room(nameBytes, room.items());
  }

  /** Writes the fields {@code tree} and {@code truncated}: whether there are more nodes. */
  void write(JsonGenerator json, CanonicalForm form) throws IOException {
    json.writeArrayFieldStart("tree");
    int written = writeNodes(json, form.nodes());
    json.writeEndArray();
    json.writeBooleanField("truncated", form.truncated() || written < form.nodes().size());
  }

  private int writeNodes(JsonGenerator json, List<Node> nodes) throws IOException {
    List<Integer> path = new ArrayList<>();
    long bytes = 0;
    int written = 0;
    for (Node node : nodes) {
      if (node.depth() >= maxDepth) {
        continue;
      }
      path.subList(node.depth(), path.size()).clear();
      int parent = path.isEmpty() ? NO_PARENT : path.get(path.size() - 1);
      bytes += bytes(node, parent);
      if (bytes > maxBytes && written > 0) {
        break;
      }
      writeNode(json, node, parent);
      path.add(written++);
    }
    return written;
  }

  private int bytes(Node node, int parent) {
    return NODE_BYTES
        + TreeJson.digits(parent)
        + TreeJson.digits(node.run())
        + WellFormed.jsonBytes(room.name(node.frame().service()))
        + WellFormed.jsonBytes(room.name(node.frame().operation()));
  }

  private void writeNode(JsonGenerator json, Node node, int parent) throws IOException {
    json.writeStartObject();
    json.writeNumberField("parent", parent);
    FieldJson.frame(json, node.frame(), room);
    json.writeNumberField("run", node.run());
    json.writeBooleanField("async", node.async());
    json.writeEndObject();
  }
}
