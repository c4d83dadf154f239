package io.tracemill.analysis.signature;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The tree that a flow signature is the hash of, so that a category can be shown (semantics 6).
 * Equal flow signatures have equal forms, as far as they are not truncated, and the other way
 * round.
 *
 * @param nodes in preorder, children in the order of the flow form; the first is the root
 * @param truncated whether there are more nodes, which would follow
 */
public record CanonicalForm(List<Node> nodes, boolean truncated) {
  private static final int VERSION = 1;

  /**
   * A run of equal calls.
   *
   * @param depth calls between it and the root: 0 for the root, for others at most one more than
   *     the depth of the node before
   * @param frame what is called
   * @param async whether its parent does not wait for it
   * @param run the shortest run that is not told from this one ({@link Fold}), at least 1
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

  /** What the request's first span is called. */
  public Frame root() {
    return nodes.get(0).frame;
  }

  /** The one of two forms of equal flows that shows more. */
  public CanonicalForm fuller(CanonicalForm other) {
    if (truncated != other.truncated) {
      return truncated ? other : this;
    }
    return other.nodes.size() > nodes.size() ? other : this;
  }

  /** Writes it: the frames, each once, then the nodes. */
  public void write(DataOutput out) throws IOException {
    out.writeByte(VERSION);
    out.writeBoolean(truncated);
    Map<Frame, Integer> frames = writeFrames(out);
    Varint.write(out, nodes.size());
    for (Node node : nodes) {
      Varint.write(out, node.depth);
      Varint.write(out, frames.getOrDefault(node.frame, 0));
      Varint.write(out, 2L * node.run + (node.async ? 1 : 0));
    }
  }

  private Map<Frame, Integer> writeFrames(DataOutput out) throws IOException {
    TreeSet<Frame> frames = new TreeSet<>();
    nodes.forEach(node -> frames.add(node.frame));
    Map<Frame, Integer> indices = new HashMap<>();
    Varint.write(out, frames.size());
    for (Frame frame : frames) {
      indices.put(frame, indices.size());
      Text.write(out, frame.service());
      Text.write(out, frame.operation());
    }
    return indices;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException if the bytes are not a version that is known here
   */
  public static CanonicalForm read(DataInput in) throws IOException {
    int version = in.readUnsignedByte();
    if (version != VERSION) {
      throw new IOException("version " + version + " of a canonical form is not known");
    }
    boolean truncated = in.readBoolean();
    List<Frame> frames = readFrames(in);
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      int depth = Varint.readUpTo(in, i);
      Frame frame = frames.get(Varint.readUpTo(in, frames.size() - 1));
      long runAndMark = Varint.read(in);
      nodes.add(new Node(depth, frame, (runAndMark & 1) != 0, (int) (runAndMark >>> 1)));
    }
    return new CanonicalForm(nodes, truncated);
  }

  private static List<Frame> readFrames(DataInput in) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    List<Frame> frames = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      String service = Text.read(in);
      frames.add(Frame.of(service, Text.read(in)));
    }
    return frames;
  }
}
