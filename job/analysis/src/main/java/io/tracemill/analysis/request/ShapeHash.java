package io.tracemill.analysis.request;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;

/**
 * Hashes the calls of a request: its spans as a tree, each span's children as a multiset, with the
 * marks that its {@link RequestShape} depends on. It is all that a request pays a span for its
 * shape, its category included. Linear in spans; reused from request to request.
 *
 * <p>Implementation notes: a multiset's hash is the sum of its members' hashes, lane by lane. The
 * sum ignores order without a sort; the members are well mixed, so different multisets have the
 * same sum only by chance.
 */
final class ShapeHash {
  private static final int MAX_KEPT = 1 << 16;
  private static final long ASYNC = 0x9E3779B97F4A7C15L;
  private static final long ORPHAN = 0xC2B2AE3D27D4EB4FL;
  private static final long CALLS_OUT = 0x165667B19E3779F9L;

  /** Equal for requests of the same calls. */
  record Value(long high, long low) {}

  /** By number of a span, counted from the root: the sums of its children's hashes. */
  private long[] high = {};

  private long[] low = {};

  /** The hash of the calls of the request at {@code root}. */
  Value of(TraceTree tree, int root) {
    int size = tree.subtreeEnd(root) - root;
    reserve(size);
    for (int span = root + size - 1; span > root; span--) {
      int at = span - root;
      int above = tree.parent(span) - root;
      Frame frame = tree.frame(span);
      long marks =
          (tree.async(span) ? ASYNC : 0)
              + (tree.orphan(span) ? ORPHAN : 0)
              + (tree.kind(span).callsOut() ? CALLS_OUT : 0);
      high[above] += mix(high[at] * 3 + frame.hashHigh() + marks);
      low[above] += mix(low[at] * 5 + frame.hashLow() + marks);
    }
    Frame first = tree.frame(root);
    long marks = tree.kind(root).callsOut() ? CALLS_OUT : 0;
    return new Value(
        mix(high[0] * 3 + first.hashHigh() + marks), mix(low[0] * 5 + first.hashLow() + marks));
  }

  private void reserve(int spans) {
    if (high.length < spans || (high.length > MAX_KEPT && spans <= MAX_KEPT)) {
      int capacity = Math.max(64, Integer.highestOneBit(spans) * 2);
      high = new long[capacity];
      low = new long[capacity];
    } else {
      Arrays.fill(high, 0, spans, 0);
      Arrays.fill(low, 0, spans, 0);
    }
  }

  /** MurmurHash3's finaliser. */
  private static long mix(long lane) {
    long mixed = lane;
    mixed = (mixed ^ (mixed >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
