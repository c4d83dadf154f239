package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.ByteReader;
import io.tracemill.analysis.span.Bytes;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;

/** Reads packed spans into a tree. Reused from request to request. */
final class PackedSpanReader extends ByteReader {
  private int[] nameAt = new int[64];
  private int[] nameLength = new int[64];
  private int[] frame = new int[64];
  private int[] service = new int[64];

  /**
   * Fills a tree that has room.
   *
   * @param startNanos start of the request, nanoseconds since the epoch
   * @throws IllegalArgumentException if the bytes are not those of packed spans
   */
  void read(PackedSpans spans, long startNanos, TraceTree tree) {
    bytes = spans.bytes();
    at = 0;
    try {
      readNames();
      readFrames(tree.vocabulary());
      readSpans(startNanos, tree);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("broken spans, " + bytes.length + " bytes", e);
    }
  }

  private void readNames() {
    int names = (int) varint();
    if (nameAt.length < names) {
      nameAt = new int[2 * names];
      nameLength = new int[2 * names];
    }
    for (int name = 0; name < names; name++) {
      nameLength[name] = (int) varint();
      nameAt[name] = at;
      at += nameLength[name];
    }
  }

  private void readFrames(Vocabulary names) {
    int frames = (int) varint();
    if (frame.length < frames) {
      frame = new int[2 * frames];
      service = new int[2 * frames];
    }
    for (int i = 0; i < frames; i++) {
      int serviceName = (int) varint();
      int operation = (int) varint();
      service[i] = names.service(bytes, nameAt[serviceName], nameLength[serviceName]);
      frame[i] = names.frame(service[i], bytes, nameAt[operation], nameLength[operation]);
    }
  }

  private void readSpans(long startNanos, TraceTree tree) {
    int size = (int) varint();
    tree.ensure(size);
    tree.size = size;
    tree.hasErrors = false;
    for (int span = 0; span < size; span++) {
      int parent = span - (int) varint();
      tree.spanId[span] = id();
      int number = (int) varint();
      int host = (int) varint();
      int flags = bytes[at++];
      long above = span == 0 ? startNanos : tree.recordedStart[parent];
      tree.parent[span] = span == 0 ? TraceTree.NO_PARENT : parent;
      tree.frame[span] = frame[number];
      tree.service[span] = service[number];
      tree.host[span] =
          host == 0
              ? Vocabulary.UNKNOWN_HOST
              : tree.vocabulary().host(bytes, nameAt[host - 1], nameLength[host - 1]);
      tree.kind[span] = SpanKind.ofNumber(flags & PackedSpans.KIND);
      tree.error[span] = (flags & PackedSpans.ERROR) != 0;
      tree.hasErrors |= tree.error[span];
      tree.asyncLink[span] = (flags & PackedSpans.ASYNC_LINK) != 0;
      tree.orphan[span] = (flags & PackedSpans.ORPHAN) != 0;
      tree.recordedStart[span] = above + signed();
      tree.recordedEnd[span] = tree.recordedStart[span] + signed();
      tree.start[span] = tree.recordedStart[span];
      tree.end[span] = tree.recordedEnd[span];
      tree.dropped[span] = false;
      tree.parentId[span] = span == 0 ? 0 : tree.spanId[parent];
      tree.subtreeEnd[span] = span + 1;
    }
    for (int span = size - 1; span > 0; span--) {
      int parent = tree.parent[span];
      tree.subtreeEnd[parent] = Math.max(tree.subtreeEnd[parent], tree.subtreeEnd[span]);
    }
  }

  private long id() {
    long id = Bytes.bigEndianLong(bytes, at);
    at += Long.BYTES;
    return id;
  }

  private long signed() {
    long folded = varint();
    return (folded >>> 1) ^ -(folded & 1);
  }
}
