package io.tracemill.analysis.trace;

import io.tracemill.analysis.span.AttributeCursor;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentCursor;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;
import java.util.List;

/**
 * The spans of one trace as columns, in order of arrival. Names are numbers of a {@link
 * Vocabulary}. Reused from trace to trace.
 */
final class SpanTable {
  private static final int INITIAL = 64;

  /** Columns longer than this are released after the trace. */
  private static final int MAX_KEPT = 1 << 16;

  private static final int NO_ATTRIBUTES = -1;

  /** Stands for no further part. */
  static final int NO_PART = -1;

  private static final int[] NO_PARTS = {};

  int size;
  long[] spanId = new long[INITIAL];
  long[] parentId = new long[INITIAL];
  long[] startNanos = new long[INITIAL];
  long[] endNanos = new long[INITIAL];
  int[] service = new int[INITIAL];
  int[] frame = new int[INITIAL];
  int[] host = new int[INITIAL];
  SpanKind[] kind = new SpanKind[INITIAL];
  boolean[] async = new boolean[INITIAL];
  boolean[] error = new boolean[INITIAL];

  /** By row: whether its sender may have sent the span in parts. */
  private boolean[] part = new boolean[INITIAL];

  /** Whether any row has no time. */
  boolean timeless;

  /** By row: the next part of the same span; empty if no parts were merged. */
  private int[] nextPart = NO_PARTS;

  /** By row: offset of its attributes in its fragment. */
  private int[] attributesAt = new int[INITIAL];

  /** Whether any row has attributes. */
  boolean attributed;

  /** Marks that rejected spans left. */
  int rejected;

  /** By fragment: the row after its last. */
  private int[] fragmentEnd = {};

  private List<Fragment> fragments = List.of();

  private final FragmentCursor cursor = new FragmentCursor();

  /** Replaces all rows by the spans of {@code fragments}. */
  void load(List<Fragment> fragments, Vocabulary vocabulary) {
    release();
    size = 0;
    rejected = 0;
    attributed = false;
    timeless = false;
    nextPart = NO_PARTS;
    this.fragments = fragments;
    fragmentEnd = fragmentEnd.length < fragments.size() ? new int[fragments.size()] : fragmentEnd;
    for (int i = 0; i < fragments.size(); i++) {
      load(fragments.get(i).bytes(), vocabulary);
      fragmentEnd[i] = size;
    }
  }

  private void load(byte[] bytes, Vocabulary vocabulary) {
    int currentService = 0;
    int currentHost = Vocabulary.UNKNOWN_HOST;
    cursor.reset(bytes);
    for (FragmentCursor.Entry entry = cursor.next();
        entry != FragmentCursor.Entry.END;
        entry = cursor.next()) {
      switch (entry) {
        case RESOURCE -> {
          currentService = vocabulary.service(bytes, cursor.nameOffset(), cursor.nameLength());
          currentHost = vocabulary.host(bytes, cursor.hostOffset(), cursor.hostLength());
        }
        case REJECTED -> rejected++;
        default ->
            append(
                currentService,
                vocabulary.frame(currentService, bytes, cursor.nameOffset(), cursor.nameLength()),
                currentHost);
      }
    }
  }

  private void append(int spanService, int spanFrame, int spanHost) {
    if (size == spanId.length) {
      resize(2 * size);
    }
    int i = size++;
    spanId[i] = cursor.spanId();
    parentId[i] = cursor.parentId();
    startNanos[i] = cursor.startNanos();
    endNanos[i] = cursor.startNanos() + cursor.durationNanos();
    service[i] = spanService;
    frame[i] = spanFrame;
    host[i] = spanHost;
    kind[i] = cursor.kind();
    async[i] = cursor.async();
    error[i] = cursor.error();
    part[i] = cursor.part();
    timeless |= cursor.startNanos() == 0;
    attributesAt[i] = cursor.hasAttributes() ? cursor.attributesOffset() : NO_ATTRIBUTES;
    attributed |= cursor.hasAttributes();
  }

  /**
   * Whether two rows with the same id are one span, delivered twice or sent in parts.
   *
   * @param first the one that started first
   */
  boolean areOneSpan(int first, int other) {
    if (service[first] != service[other]) {
      return false;
    }
    boolean parts = part[first] && part[other];
    if (kind[first] != kind[other]) {
      return parts && (kind[first] == SpanKind.UNSPECIFIED || kind[other] == SpanKind.UNSPECIFIED);
    }
    return startNanos[first] == startNanos[other]
        || (parts && (startNanos[other] == 0 || startNanos[other] < endNanos[first]));
  }

  /**
   * Adds a part of a span to its first row: a failure, the longest duration, and what the first row
   * does not say.
   */
  void merge(int first, int other) {
    long nanos = Math.max(endNanos[first] - startNanos[first], endNanos[other] - startNanos[other]);
    endNanos[first] = startNanos[first] + nanos;
    error[first] |= error[other];
    kind[first] = kind[first] == SpanKind.UNSPECIFIED ? kind[other] : kind[first];
    if (parentId[first] == 0) {
      parentId[first] = parentId[other];
      async[first] = async[other];
    }
    if (nextPart.length == 0) {
      nextPart = new int[spanId.length];
      Arrays.fill(nextPart, NO_PART);
    }
    nextPart[other] = nextPart[first];
    nextPart[first] = other;
  }

  /** The next part of the same span, or {@link #NO_PART}. */
  int nextPart(int row) {
    return nextPart.length == 0 ? NO_PART : nextPart[row];
  }

  /** Removes a reference to a parent. */
  void makeRoot(int row) {
    parentId[row] = 0;
    async[row] = false;
  }

  /** Whether its sender may have sent the span in parts. */
  boolean mayBePart(int row) {
    return part[row];
  }

  /** Orders used spans by start, then by what tells spans with one id apart. */
  int compareByStart(int a, int b, Vocabulary names) {
    int order = Long.compare(startNanos[a], startNanos[b]);
    if (order == 0) {
      order = Long.compareUnsigned(spanId[a], spanId[b]);
    }
    if (order == 0) {
      order = kind[a].compareTo(kind[b]);
    }
    return order != 0 || a == b ? order : compareContent(a, b, names);
  }

  /** Moves {@code to} before the attributes of a row; false if it has none. */
  boolean attributes(int row, AttributeCursor to) {
    if (attributesAt[row] == NO_ATTRIBUTES) {
      return false;
    }
    to.reset(fragments.get(fragmentOf(row)).bytes(), attributesAt[row]);
    return true;
  }

  /** Orders two rows by their fields other than ids, kind and times; errors first. */
  int compareContent(int a, int b, Vocabulary names) {
    int order = names.frame(frame[a]).compareTo(names.frame(frame[b]));
    if (order == 0) {
      order = hostName(a, names).compareTo(hostName(b, names));
    }
    if (order == 0) {
      order = Boolean.compare(async[a], async[b]);
    }
    if (order == 0) {
      order = Boolean.compare(error[b], error[a]);
    }
    return order != 0 ? order : compareAttributes(a, b);
  }

  private int compareAttributes(int a, int b) {
    AttributeCursor one = new AttributeCursor();
    AttributeCursor other = new AttributeCursor();
    boolean has = attributes(a, one);
    boolean otherHas = attributes(b, other);
    return has && otherHas ? one.compareLeft(other) : Boolean.compare(otherHas, has);
  }

  private String hostName(int row, Vocabulary names) {
    return host[row] == Vocabulary.UNKNOWN_HOST ? "" : names.text(host[row]);
  }

  /** The fragment of a row: the first that ends after it. */
  int fragmentOf(int row) {
    int low = 0;
    int high = fragments.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (fragmentEnd[middle] <= row) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private void release() {
    if (spanId.length > MAX_KEPT) {
      size = 0;
      resize(INITIAL);
    }
  }

  private void resize(int capacity) {
    spanId = Arrays.copyOf(spanId, capacity);
    parentId = Arrays.copyOf(parentId, capacity);
    startNanos = Arrays.copyOf(startNanos, capacity);
    endNanos = Arrays.copyOf(endNanos, capacity);
    service = Arrays.copyOf(service, capacity);
    frame = Arrays.copyOf(frame, capacity);
    host = Arrays.copyOf(host, capacity);
    kind = Arrays.copyOf(kind, capacity);
    async = Arrays.copyOf(async, capacity);
    error = Arrays.copyOf(error, capacity);
    part = Arrays.copyOf(part, capacity);
    attributesAt = Arrays.copyOf(attributesAt, capacity);
  }
}
