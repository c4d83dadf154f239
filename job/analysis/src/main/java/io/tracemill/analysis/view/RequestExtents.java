package io.tracemill.analysis.view;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * Measures the size of requests. It sorts span times; all else is linear in spans. Reused from
 * request to request.
 */
final class RequestExtents {
  /** Longer arrays are released after the request that needed them. */
  private static final int MAX_KEPT = 1 << 16;

  private final TraceTree tree;
  private final CriticalPath path;

  /** By frame number in the vocabulary: the latest count that met the frame. */
  private long[] countedBy = {};

  private long counts;
  private int[] depth = {};
  private long[] starts = {};
  private long[] ends = {};

  RequestExtents(TraceTree tree, CriticalPath path) {
    this.tree = tree;
    this.path = path;
  }

  /**
   * The figures of the tree's request, whose critical path must be the latest one: duration; number
   * of spans; of different frames; of spans in its longest call chain (1 for a single span); most
   * spans that run at one instant; number of spans on its critical path; of their different frames.
   * By corrected times, a span that ends when another starts does not overlap it, and a span
   * without duration does not count.
   */
  long[] of(long durationNanos) {
    int size = tree.size();
    reserve(size);
    return new long[] {
      durationNanos,
      size,
      frames(0, size),
      depth(0, size),
      concurrency(0, size),
      path.spanCount(),
      frames()
    };
  }

  private void reserve(int spans) {
    if (depth.length < spans || (depth.length > MAX_KEPT && spans <= MAX_KEPT)) {
      int capacity = Math.max(64, Integer.highestOneBit(spans) * 2);
      depth = new int[capacity];
      starts = new long[capacity];
      ends = new long[capacity];
    }
    if (countedBy.length < tree.vocabulary().size()) {
      countedBy = Arrays.copyOf(countedBy, 2 * tree.vocabulary().size());
    }
  }

  private int frames(int root, int size) {
    counts++;
    int frames = 0;
    for (int span = root; span < root + size; span++) {
      frames += isNew(span) ? 1 : 0;
    }
    return frames;
  }

  /** The number of different frames on the critical path. */
  private int frames() {
    counts++;
    int frames = 0;
    for (int place = 0; place < path.spanCount(); place++) {
      frames += isNew(path.span(place)) ? 1 : 0;
    }
    return frames;
  }

  private boolean isNew(int span) {
    int frame = tree.frameNumber(span);
    boolean isNew = countedBy[frame] != counts;
    countedBy[frame] = counts;
    return isNew;
  }

  private int depth(int root, int size) {
    int deepest = 1;
    depth[0] = 1;
    for (int i = 1; i < size; i++) {
      depth[i] = depth[tree.parent(root + i) - root] + 1;
      deepest = Math.max(deepest, depth[i]);
    }
    return deepest;
  }

  private int concurrency(int root, int size) {
    for (int i = 0; i < size; i++) {
      starts[i] = tree.startNanos(root + i);
      ends[i] = tree.endNanos(root + i);
    }
    Arrays.sort(starts, 0, size);
    Arrays.sort(ends, 0, size);
    int most = 0;
    int ended = 0;
    for (int started = 0; started < size; started++) {
      while (ended < size && ends[ended] <= starts[started]) {
        ended++;
      }
      most = Math.max(most, started + 1 - ended);
    }
    return most;
  }
}
