package io.tracemill.analysis.request;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.varint.Varint;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All spans of one request with their corrected times: an immutable copy of a subtree, about ten
 * bytes a span. Spans are numbered in preorder, the request's first span is 0.
 *
 * <p>A span has five fields: the distance to its parent, its frame number, a byte of flags, its
 * start relative to its parent's start, and its duration. Span ids are left out.
 */
public final class RequestSpans {
  private static final int KIND = 7;
  private static final int BLOCKING = 8;
  private static final int ORPHAN = 16;

  /** Stands for unknown spans. */
  public static final RequestSpans NONE = new RequestSpans(List.of(), 0, new byte[0]);

  private final List<Frame> frames;
  private final int size;
  private final byte[] bytes;

  private RequestSpans(List<Frame> frames, int size, byte[] bytes) {
    this.frames = List.copyOf(frames);
    this.size = size;
    this.bytes = bytes;
  }

  /** The subtree of {@code root}. */
  static RequestSpans copyOf(TraceTree tree, int root) {
    Map<Integer, Integer> numbers = new HashMap<>();
    List<Frame> frames = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(10 * (tree.subtreeEnd(root) - root));
    DataOutputStream out = new DataOutputStream(bytes);
    try {
      for (int span = root; span < tree.subtreeEnd(root); span++) {
        int parent = span == root ? root : tree.parent(span);
        int frame =
            numbers.computeIfAbsent(
                tree.frameNumber(span),
                number -> {
                  frames.add(tree.vocabulary().frame(number));
                  return frames.size() - 1;
                });
        Varint.write(out, span - parent);
        Varint.write(out, frame);
        out.writeByte(flags(tree, span));
        Varint.writeSignedLong(out, tree.startNanos(span) - tree.startNanos(parent));
        Varint.writeSignedLong(out, tree.endNanos(span) - tree.startNanos(span));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new RequestSpans(frames, tree.subtreeEnd(root) - root, bytes.toByteArray());
  }

  private static int flags(TraceTree tree, int span) {
    return tree.kind(span).ordinal()
        | (tree.blocking(span) ? BLOCKING : 0)
        | (tree.orphan(span) ? ORPHAN : 0);
  }

  /** The number of spans. */
  public int size() {
    return size;
  }

  /** Its distinct frames; a span names its frame by the index in this list. */
  public List<Frame> frames() {
    return frames;
  }

  /** An upper bound of its heap memory, bytes; names are shared. */
  public long weight() {
    return size == 0 ? 0 : 100 + 4L * frames.size() + bytes.length;
  }

  /** Receives the spans one by one, a parent before its children, siblings by recorded start. */
  public interface Visitor {
    /**
     * @param span its number
     * @param parent the span above; its own number for the first
     * @param frame index in {@link #frames}
     * @param blocking whether its parent can wait for it
     * @param orphan whether its parent is missing
     * @param startNanos since the start of the request
     * @param durationNanos after correction of clock skew
     */
    void span(
        int span,
        int parent,
        int frame,
        SpanKind kind,
        boolean blocking,
        boolean orphan,
        long startNanos,
        long durationNanos);
  }

  /** Passes all spans to {@code to}. */
  public void forEach(Visitor to) {
    DataInput in = new DataInputStream(new ByteArrayInputStream(bytes));
    long[] starts = new long[size];
    try {
      for (int span = 0; span < size; span++) {
        int parent = span - Varint.readUpTo(in, span);
        int frame = Varint.readUpTo(in, frames.size() - 1);
        int flags = in.readUnsignedByte();
        starts[span] = starts[parent] + Varint.readSignedLong(in);
        to.span(
            span,
            parent,
            frame,
            SpanKind.ofNumber(flags & KIND),
            (flags & BLOCKING) != 0,
            (flags & ORPHAN) != 0,
            starts[span],
            Varint.readSignedLong(in));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes everything except the names; the caller writes {@link #frames}. */
  public void writeSpans(DataOutput out) throws IOException {
    Varint.write(out, size);
    Varint.write(out, bytes.length);
    out.write(bytes);
  }

  /** Reads the spans that {@link #writeSpans} wrote. */
  public static RequestSpans read(DataInput in, List<Frame> frames) throws IOException {
    int size = Varint.readUpTo(in, Integer.MAX_VALUE);
    byte[] bytes = new byte[Varint.readUpTo(in, Integer.MAX_VALUE)];
    in.readFully(bytes);
    return size == 0 ? NONE : new RequestSpans(frames, size, bytes);
  }
}
