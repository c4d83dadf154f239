package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.NameTable;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The tree whose hash is a category's signature, to show the category (semantics 6). Unless forms
 * are truncated, equal signatures have equal forms, and equal forms have equal signatures.
 *
 * @param nodes in preorder, children by name; the first is the root
 * @param truncated whether further nodes were cut off
 */
public record CanonicalForm(List<Node> nodes, boolean truncated) {
  /**
   * A run of equal calls.
   *
   * @param depth number of calls from the root: 0 for the root, for others at most one more than
   *     the depth of the previous node
   * @param frame the called frame
   * @param async whether its parent does not wait for it
   * @param run the shortest run that the fold treats like this one ({@link Fold}), at least 1
   */
  public record Node(int depth, Frame frame, boolean async, int run) {}

  public CanonicalForm {
    nodes = List.copyOf(nodes);
    int above = -1;
    for (Node node : nodes) {
      if (node.depth > above + 1 || (node.depth < 1 && above >= 0) || node.run < 1) {
        throw new IllegalArgumentException(node + " cannot follow depth " + above);
      }
      above = node.depth;
    }
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("a form has a root");
    }
  }

  /** The frame of the request's first span. */
  public Frame root() {
    return nodes.get(0).frame;
  }

  /** The fuller of two forms of one category. */
  public CanonicalForm fuller(CanonicalForm other) {
    if (truncated != other.truncated) {
      return truncated ? other : this;
    }
    return other.nodes.size() > nodes.size() ? other : this;
  }

  /**
   * Writes the number of nodes, whether it was cut, and the depth, frame, run and mark of each
   * node.
   */
  public void write(DataOutput out, NameTable names) throws IOException {
    Varint.write(out, nodes.size());
    out.writeBoolean(truncated);
    for (Node node : nodes) {
      Varint.write(out, node.depth);
      names.writeFrame(out, node.frame);
      Varint.write(out, 2L * node.run + (node.async ? 1 : 0));
    }
  }

  /** Reads what {@link #write} wrote. */
  public static CanonicalForm read(DataInput in, NameTable names) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    boolean truncated = in.readBoolean();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int depth = Varint.readUpTo(in, i);
      Frame frame = names.readFrame(in);
      long runAndMark = Varint.read(in);
      nodes.add(new Node(depth, frame, (runAndMark & 1) != 0, (int) (runAndMark >>> 1)));
    }
    return new CanonicalForm(nodes, truncated);
  }
}
