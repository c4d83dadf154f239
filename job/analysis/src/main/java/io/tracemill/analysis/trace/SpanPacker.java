package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.Bytes;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.varint.Text;
import io.tracemill.analysis.varint.Varint;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Packs the spans of requests, one request after the other. */
public final class SpanPacker {
  private record Frame(int service, int operation) {}

  /** Five numbers, the id and the flags. */
  private static final int MAX_SPAN_BYTES = 5 * Bytes.MAX_VARINT + Long.BYTES + 1;

  private final Map<String, Integer> names = new LinkedHashMap<>();
  private final Map<Frame, Integer> frames = new LinkedHashMap<>();

  /** By number in the vocabulary, the number in the packed spans. */
  private final Renumbering frameNumbers = new Renumbering();

  private final Renumbering hostNumbers = new Renumbering();

  private byte[] bytes = new byte[1_024];
  private int length;
  private int size;

  /** Small numbers for the numbers of a vocabulary; it forgets all at once. */
  private static final class Renumbering {
    private static final int UNKNOWN = -1;

    private int[] numbers = {};

    /** When each number was set. */
    private int[] times = {};

    private int time = 1;

    int get(int number) {
      return number < times.length && times[number] == time ? numbers[number] : UNKNOWN;
    }

    void set(int number, int small) {
      if (number >= times.length) {
        numbers = Arrays.copyOf(numbers, 2 * number + 1);
        times = Arrays.copyOf(times, 2 * number + 1);
      }
      numbers[number] = small;
      times[number] = time;
    }

    void forget() {
      time++;
    }
  }

  /**
   * Adds the next span in preorder.
   *
   * @param distance how many spans earlier its parent was added; 0 for the first span
   * @param spanId its id
   * @param host empty if it is not known
   * @param asyncLink whether it refers to its parent by a link that the parent does not wait for
   * @param orphan whether its parent is missing, so that it hangs below the first span
   * @param startNanos its recorded start relative to its parent's; of the first span, relative to
   *     the start of the request
   */
  public void add(
      int distance,
      long spanId,
      String service,
      String operation,
      String host,
      SpanKind kind,
      boolean error,
      boolean asyncLink,
      boolean orphan,
      long startNanos,
      long durationNanos) {
    int flags = flags(kind, error, asyncLink, orphan);
    add(distance, spanId, frame(service, operation), host(host), flags, startNanos, durationNanos);
  }

  private static int flags(SpanKind kind, boolean error, boolean asyncLink, boolean orphan) {
    return kind.ordinal()
        | (error ? PackedSpans.ERROR : 0)
        | (asyncLink ? PackedSpans.ASYNC_LINK : 0)
        | (orphan ? PackedSpans.ORPHAN : 0);
  }

  private int frame(String service, String operation) {
    return frames.computeIfAbsent(
        new Frame(name(service), name(operation)), added -> frames.size());
  }

  private int host(String host) {
    return host.isEmpty() ? 0 : name(host) + 1;
  }

  private int name(String name) {
    Integer known = names.putIfAbsent(name, names.size());
    return known == null ? names.size() - 1 : known;
  }

  private void add(
      int distance, long spanId, int frame, int host, int flags, long start, long duration) {
    if (bytes.length - length < MAX_SPAN_BYTES) {
      bytes = Arrays.copyOf(bytes, 2 * bytes.length);
    }
    int at = Bytes.putVarint(bytes, length, distance);
    Bytes.putBigEndianLong(bytes, at, spanId);
    at = Bytes.putVarint(bytes, at + Long.BYTES, frame);
    at = Bytes.putVarint(bytes, at, host);
    bytes[at++] = (byte) flags;
    at = Bytes.putVarint(bytes, at, Varint.folded(start));
    length = Bytes.putVarint(bytes, at, Varint.folded(duration));
    size++;
  }

  /** Packs the request at {@code root} with its recorded times. */
  public PackedSpans pack(TraceTree tree, int root) {
    for (int span = root; span < tree.subtreeEnd(root); span++) {
      int parent = span == root ? root : tree.parent(span);
      add(
          span - parent,
          tree.spanId(span),
          frame(tree, span),
          host(tree, span),
          flags(tree, span, span == root),
          tree.recordedStart[span] - tree.recordedStart[parent],
          tree.recordedEnd[span] - tree.recordedStart[span]);
    }
    return finish();
  }

  /**
   * Packs some spans of the request at {@code root} with their corrected times.
   *
   * @param spans with {@code root}, and with the parents of all others
   */
  public PackedSpans pack(TraceTree tree, int root, BitSet spans) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int span = spans.nextSetBit(root); span >= 0; span = spans.nextSetBit(span + 1)) {
      int parent = span == root ? root : tree.parent(span);
      int place = places.size();
      places.put(span, place);
      add(
          place - places.getOrDefault(parent, 0),
          tree.spanId(span),
          frame(tree, span),
          host(tree, span),
          flags(tree, span, span == root),
          tree.startNanos(span) - tree.startNanos(parent),
          tree.endNanos(span) - tree.startNanos(span));
    }
    return finish();
  }

  private static int flags(TraceTree tree, int span, boolean first) {
    return flags(
        tree.kind(span),
        tree.error(span),
        !first && tree.asyncLink[span],
        !first && tree.orphan(span));
  }

  private int frame(TraceTree tree, int span) {
    int number = tree.frameNumber(span);
    int known = frameNumbers.get(number);
    if (known == Renumbering.UNKNOWN) {
      known = frame(tree.frame(span).service(), tree.frame(span).operation());
      frameNumbers.set(number, known);
    }
    return known;
  }

  private int host(TraceTree tree, int span) {
    int number = tree.hostNumber(span);
    if (number == Vocabulary.UNKNOWN_HOST) {
      return 0;
    }
    int known = hostNumbers.get(number);
    if (known == Renumbering.UNKNOWN) {
      known = host(tree.vocabulary().text(number));
      hostNumbers.set(number, known);
    }
    return known;
  }

  /** The spans since the last call. */
  public PackedSpans finish() {
    ByteArrayOutputStream all = new ByteArrayOutputStream(length + 32 * names.size());
    DataOutputStream out = new DataOutputStream(all);
    try {
      Varint.write(out, names.size());
      for (String name : names.keySet()) {
        Text.write(out, name);
      }
      Varint.write(out, frames.size());
      for (Frame frame : frames.keySet()) {
        Varint.write(out, frame.service());
        Varint.write(out, frame.operation());
      }
      Varint.write(out, size);
      out.write(bytes, 0, length);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    names.clear();
    frames.clear();
    frameNumbers.forget();
    hostNumbers.forget();
    length = 0;
    size = 0;
    return PackedSpans.ofBytes(all.toByteArray());
  }
}
