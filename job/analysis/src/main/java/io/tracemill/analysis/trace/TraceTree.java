package io.tracemill.analysis.trace;

import io.tracemill.analysis.signature.CallTree;
import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;

/**
 * A trace as a tree, laid out in preorder: a parent comes before its children, siblings stand by
 * start, and the subtree of span {@code i} is {@code [i, subtreeEnd(i))}.
 *
 * <pre>
 *   0 root      subtreeEnd 5
 *   1 ├ a       subtreeEnd 3
 *   2 │ └ b     subtreeEnd 3
 *   3 └ c       subtreeEnd 5
 *   4   └ d     subtreeEnd 5
 * </pre>
 *
 * Times are the recorded ones until {@link SkewCorrection} corrects them. One tree is reused from
 * trace to trace; {@link TraceTreeBuilder} fills it.
 */
public final class TraceTree implements CallTree {
  /** The parent of span 0, and in a reopened trace of each span that opens a request. */
  public static final int NO_PARENT = -1;

  /** Thresholds are below this. */
  private static final int INITIAL = 64;

  private static final int MAX_KEPT = 1 << 16;

  private final Vocabulary vocabulary;
  private final SpanTable table;
  private final PackedSpanReader packed = new PackedSpanReader();

  TraceId traceId = new TraceId(0, 0);
  int size;
  boolean complete;
  boolean truncated;
  boolean hasErrors;
  int[] parent = {};
  int[] subtreeEnd = {};
  long[] spanId = {};
  long[] parentId = {};
  long[] recordedStart = {};
  long[] recordedEnd = {};
  long[] start = {};
  long[] end = {};
  int[] frame = {};
  int[] service = {};
  int[] host = {};
  SpanKind[] kind = {};
  boolean[] error = {};
  boolean[] asyncLink = {};
  boolean[] orphan = {};
  boolean[] dropped = {};

  /** By span: its row in the table. */
  int[] row = {};

  TraceTree(Vocabulary vocabulary, SpanTable table) {
    this.vocabulary = vocabulary;
    this.table = table;
  }

  /**
   * Creates the tree of a request without names, in which each span waits for its children.
   *
   * @param parents the parent of each span, in preorder; span 0 counts as its own parent
   * @param starts the start of each span, nanoseconds; siblings are sorted by start
   * @param ends the end of each span, nanoseconds
   */
  public static TraceTree unnamed(int[] parents, long[] starts, long[] ends) {
    TraceTree tree = new TraceTree(new Vocabulary(1), new SpanTable());
    int service = tree.vocabulary.service(new byte[0], 0, 0);
    int frame = tree.vocabulary.frame(service, new byte[0], 0, 0);
    tree.size = parents.length;
    tree.ensure(tree.size);
    tree.complete = true;
    System.arraycopy(parents, 0, tree.parent, 0, tree.size);
    System.arraycopy(starts, 0, tree.recordedStart, 0, tree.size);
    System.arraycopy(ends, 0, tree.recordedEnd, 0, tree.size);
    System.arraycopy(starts, 0, tree.start, 0, tree.size);
    System.arraycopy(ends, 0, tree.end, 0, tree.size);
    for (int span = tree.size - 1; span >= 0; span--) {
      tree.spanId[span] = span + 1L;
      tree.frame[span] = frame;
      tree.service[span] = service;
      tree.kind[span] = SpanKind.INTERNAL;
      tree.subtreeEnd[span] = Math.max(tree.subtreeEnd[span], span + 1);
      if (span == 0) {
        tree.parent[span] = NO_PARENT;
      } else {
        int above = parents[span];
        tree.parentId[span] = above + 1L;
        tree.subtreeEnd[above] = Math.max(tree.subtreeEnd[above], tree.subtreeEnd[span]);
      }
    }
    return tree;
  }

  /** An empty tree for {@link #load}. */
  public static TraceTree forPackedSpans(Vocabulary vocabulary) {
    return new TraceTree(vocabulary, new SpanTable());
  }

  /**
   * Replaces the tree by that of a request, with its recorded times and without attributes.
   *
   * @param complete whether its trace was complete
   * @param startNanos start of the request, nanoseconds since the epoch
   */
  public void load(TraceId id, boolean complete, PackedSpans spans, long startNanos) {
    traceId = id;
    this.complete = complete;
    truncated = false;
    vocabulary.trim();
    packed.read(spans, startNanos, this);
  }

  void ensure(int spans) {
    if (parent.length < spans || (parent.length > MAX_KEPT && spans <= MAX_KEPT)) {
      int capacity = Math.max(INITIAL, Integer.highestOneBit(Math.max(1, spans)) * 2);
      parent = new int[capacity];
      subtreeEnd = new int[capacity];
      spanId = new long[capacity];
      parentId = new long[capacity];
      recordedStart = new long[capacity];
      recordedEnd = new long[capacity];
      start = new long[capacity];
      end = new long[capacity];
      frame = new int[capacity];
      service = new int[capacity];
      host = new int[capacity];
      kind = new SpanKind[capacity];
      error = new boolean[capacity];
      asyncLink = new boolean[capacity];
      orphan = new boolean[capacity];
      dropped = new boolean[capacity];
      row = new int[capacity];
    }
  }

  /** The trace's id. */
  public TraceId traceId() {
    return traceId;
  }

  /** The number of used spans of the trace; 0 if none is usable. */
  public int size() {
    return size;
  }

  /** Whether the trace is complete (semantics 1). */
  public boolean complete() {
    return complete;
  }

  /** Whether a cap closed the trace early. */
  public boolean truncated() {
    return truncated;
  }

  /**
   * The span's parent, or {@link #NO_PARENT}. An orphan's parent is span 0, except in a reopened
   * trace.
   */
  public int parent(int span) {
    return parent[span];
  }

  @Override
  public int subtreeEnd(int span) {
    return subtreeEnd[span];
  }

  public long spanId(int span) {
    return spanId[span];
  }

  @Override
  public Frame frame(int span) {
    return vocabulary.frame(frame[span]);
  }

  /** Number of the span's frame in the vocabulary. */
  public int frameNumber(int span) {
    return frame[span];
  }

  /** Number of the span's service in the vocabulary. */
  public int serviceNumber(int span) {
    return service[span];
  }

  /** Number of the span's host in the vocabulary; {@link Vocabulary#UNKNOWN_HOST} if not known. */
  public int hostNumber(int span) {
    return host[span];
  }

  public SpanKind kind(int span) {
    return kind[span];
  }

  /** Whether any span of the trace failed. */
  public boolean hasErrors() {
    return hasErrors;
  }

  /** Whether the span failed. */
  public boolean error(int span) {
    return error[span];
  }

  /** Recorded start, nanoseconds since the epoch. */
  public long recordedStartNanos(int span) {
    return recordedStart[span];
  }

  /** Recorded duration, nanoseconds. */
  public long recordedNanos(int span) {
    return recordedEnd[span] - recordedStart[span];
  }

  /** Whether the span refers to its parent by a link that the parent does not wait for. */
  public boolean asyncLink(int span) {
    return asyncLink[span];
  }

  /** Start after correction, nanoseconds since the epoch. */
  @Override
  public long startNanos(int span) {
    return start[span];
  }

  /** End after correction, nanoseconds since the epoch. */
  @Override
  public long endNanos(int span) {
    return end[span];
  }

  /** How far the correction moved the span's start, nanoseconds; negative if backwards. */
  public long shiftNanos(int span) {
    return start[span] - recordedStart[span];
  }

  /** Whether the parent does not wait for this span (semantics 4). */
  @Override
  public boolean async(int span) {
    return asyncLink[span]
        || (kind[span] == SpanKind.CONSUMER
            && parent[span] != NO_PARENT
            && kind[parent[span]] == SpanKind.PRODUCER);
  }

  /** Whether the span always opens a request of its own (semantics 1). */
  public boolean opensAsyncRequest(int span) {
    return (kind[span] == SpanKind.CONSUMER || asyncLink[span]) && parentId[span] != 0;
  }

  /** Whether the span's parent is not in the trace, so the span hangs below the root. */
  public boolean orphan(int span) {
    return orphan[span];
  }

  /** Whether the correction dropped the span, because no part of it was inside its parent. */
  public boolean dropped(int span) {
    return dropped[span];
  }

  /** Whether its parent can wait for the span. */
  public boolean blocking(int span) {
    return !dropped[span] && !orphan[span] && !async(span);
  }

  /** Whether any span of the trace came with attributes. */
  public boolean attributed() {
    return table.attributed;
  }

  /** The first part of a span, for {@link #attributes}. */
  public int firstPart(int span) {
    return row[span];
  }

  /** The next part of the same span; negative if there is none. */
  public int nextPart(int part) {
    return table.nextPart(part);
  }

  /**
   * Moves {@code to} before the attributes of a part of a span; false if it has none. It reads them
   * from the received bytes, so other spans cost nothing.
   */
  public boolean attributes(int part, AttributeCursor to) {
    return table.attributes(part, to);
  }

  /** The names of the numbers. */
  public Vocabulary vocabulary() {
    return vocabulary;
  }
}
