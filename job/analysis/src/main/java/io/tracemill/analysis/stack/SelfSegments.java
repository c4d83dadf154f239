package io.tracemill.analysis.stack;

import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The segments of a span's self time: the span without its CLIENT spans and its spans on other
 * services, found through its INTERNAL spans (LongTale section 4.3.2). It does not wait for
 * asynchronous spans, so these cut nothing.
 *
 * <pre>
 * SERVER    |--------------------|
 * INTERNAL    |------------|
 * CLIENT         |------|
 * self      =====        ========
 * </pre>
 *
 * Times are nanoseconds since the epoch, by the clock of the span's host.
 */
public final class SelfSegments {
  private final long[] bounds;
  private final long nanos;

  private SelfSegments(long[] bounds) {
    this.bounds = bounds;
    long sum = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      sum += bounds[i + 1] - bounds[i];
    }
    nanos = sum;
  }

  /** Segments by their bounds: start, end, start, end; in order and apart. */
  public static SelfSegments of(long... bounds) {
    for (int i = 1; i < bounds.length; i++) {
      if (bounds[i] < bounds[i - 1]) {
        throw new IllegalArgumentException(bounds[i] + " ns after " + bounds[i - 1] + " ns");
      }
    }
    if (bounds.length % 2 != 0) {
      throw new IllegalArgumentException(bounds.length + " bounds, not an even number");
    }
    return new SelfSegments(bounds.clone());
  }

  /**
   * The segments of a span of a tree. Undoes the tree's clock correction of this span, because its
   * samples use its host's uncorrected clock.
   */
  public static SelfSegments of(TraceTree tree, int span) {
    long start = tree.recordedStartNanos(span);
    long end = start + tree.endNanos(span) - tree.startNanos(span);
    List<Wait> waits = waits(tree, span, start, end);
    waits.sort(Comparator.comparingLong(Wait::from));
    long[] bounds = new long[2 * waits.size() + 2];
    int size = 0;
    long free = start;
    for (Wait wait : waits) {
      if (wait.from > free) {
        bounds[size++] = free;
        bounds[size++] = wait.from;
      }
      free = Math.max(free, wait.to);
    }
    if (free < end) {
      bounds[size++] = free;
      bounds[size++] = end;
    }
    return new SelfSegments(Arrays.copyOf(bounds, size));
  }

  private record Wait(long from, long to) {}

  private static List<Wait> waits(TraceTree tree, int span, long start, long end) {
    List<Wait> waits = new ArrayList<>();
    int service = tree.serviceNumber(span);
    int child = span + 1;
    while (child < tree.subtreeEnd(span)) {
      boolean ignored = tree.kind(child) == SpanKind.PRODUCER || !tree.blocking(child);
      boolean away = tree.kind(child) == SpanKind.CLIENT || tree.serviceNumber(child) != service;
      if (away && !ignored) {
        long from = Math.max(start, tree.startNanos(child) - tree.shiftNanos(span));
        long to = Math.min(end, tree.endNanos(child) - tree.shiftNanos(span));
        if (from < to) {
          waits.add(new Wait(from, to));
        }
      }
      child = ignored || away ? tree.subtreeEnd(child) : child + 1;
    }
    return waits;
  }

  /** The number of segments. */
  public int count() {
    return bounds.length / 2;
  }

  public long startNanos(int segment) {
    return bounds[2 * segment];
  }

  public long endNanos(int segment) {
    return bounds[2 * segment + 1];
  }

  /** The length of all segments. */
  public long nanos() {
    return nanos;
  }
}
