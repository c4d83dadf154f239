package io.tracemill.analysis.request;

import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.TraceTree;
import java.util.Arrays;
import java.util.function.BiFunction;

/**
 * Counts how often and how far a trace's child spans are corrected, by pair of services and by pair
 * of different hosts. A trace has many children but few pairs, so sums enter the accounts once a
 * trace. Reused from trace to trace.
 */
final class PairCorrections {
  private static final Measure[] MEASURES = {
    Measure.CHILDREN,
    Measure.CHILDREN_SHIFTED,
    Measure.SHIFT_NANOS,
    Measure.CHILDREN_CLIPPED,
    Measure.CLIPPED_NANOS,
    Measure.CHILDREN_OVERLAPPING,
    Measure.OVERLAP_NANOS
  };
  private static final int CHILDREN = 0;
  private static final int SHIFTED = 1;
  private static final int CLIPPED = 3;
  private static final int OVERLAPPING = 5;

  private final Pairs services = new Pairs();
  private final Pairs hosts = new Pairs();

  /** Counts the children below {@code root} by the latest correction. */
  void addChildren(TraceTree tree, int root, SkewCorrection skew) {
    boolean shifts = skew.skewNanos() > 0;
    boolean clips = skew.clippedNanos() > 0;
    for (int span = root + 1; span < tree.subtreeEnd(root); span++) {
      if (!tree.orphan(span) && !tree.async(span)) {
        long shift = shifts ? Math.abs(skew.shiftNanos(tree, span)) : 0;
        long clip = clips ? skew.clippedNanos(tree, span) : 0;
        int parent = tree.parent(span);
        services.addChild(tree.serviceNumber(parent), tree.serviceNumber(span), shift, clip);
        if (otherHost(tree, parent, span)) {
          hosts.addChild(tree.hostNumber(parent), tree.hostNumber(span), shift, clip);
        }
      }
    }
  }

  /** Counts the tolerated overlaps on the latest critical path. */
  void addOverlaps(TraceTree tree, CriticalPath path) {
    for (int overlap = 0; overlap < path.overlapCount(); overlap++) {
      int span = path.overlapping(overlap);
      int parent = tree.parent(span);
      long nanos = path.overlapNanos(overlap);
      services.add(tree.serviceNumber(parent), tree.serviceNumber(span), OVERLAPPING, nanos);
      if (otherHost(tree, parent, span)) {
        hosts.add(tree.hostNumber(parent), tree.hostNumber(span), OVERLAPPING, nanos);
      }
    }
  }

  private static boolean otherHost(TraceTree tree, int parent, int span) {
    int from = tree.hostNumber(parent);
    int to = tree.hostNumber(span);
    return from != to && from != Vocabulary.UNKNOWN_HOST && to != Vocabulary.UNKNOWN_HOST;
  }

  /** Adds the counts to the accounts and clears them. */
  void enter(Vocabulary names, long timeMillis, QualityLedger ledger) {
    services.enter(names, timeMillis, ledger, QualityScope.ServicePair::new);
    hosts.enter(names, timeMillis, ledger, QualityScope.HostPair::new);
  }

  /** The sum of each measure by pair of numbers: a hash table with linear probing. */
  private static final class Pairs {
    private static final long FREE = -1;
    private static final int INITIAL = 64;

    /** Larger tables are released after the trace that needed them. */
    private static final int MAX_KEPT = 1 << 12;

    private long[] keys = {};
    private long[] sums = {};
    private int[] used = {};
    private int size;

    /** The slot of the last pair: most children belong to the same pair as the child before. */
    private int last;

    Pairs() {
      reserve(INITIAL);
    }

    private void reserve(int capacity) {
      keys = new long[capacity];
      Arrays.fill(keys, FREE);
      sums = new long[capacity * MEASURES.length];
      used = new int[capacity];
      size = 0;
      last = 0;
    }

    void addChild(int from, int to, long shiftNanos, long clippedNanos) {
      int slot = slot(from, to);
      sums[slot * MEASURES.length + CHILDREN]++;
      if (shiftNanos > 0) {
        add(slot, SHIFTED, shiftNanos);
      }
      if (clippedNanos > 0) {
        add(slot, CLIPPED, clippedNanos);
      }
    }

    void add(int from, int to, int count, long nanos) {
      add(slot(from, to), count, nanos);
    }

    /** Adds to a count and to its nanoseconds, which follow it in the table. */
    private void add(int slot, int count, long nanos) {
      sums[slot * MEASURES.length + count]++;
      sums[slot * MEASURES.length + count + 1] += nanos;
    }

    private int slot(int from, int to) {
      long key = ((long) from << Integer.SIZE) | to;
      if (keys[last] != key) {
        last = find(key);
        if (keys[last] == FREE) {
          last = admit(key);
        }
      }
      return last;
    }

    private int find(long key) {
      int mask = keys.length - 1;
      int slot = Long.hashCode(key * 0x9E3779B97F4A7C15L) & mask;
      while (keys[slot] != key && keys[slot] != FREE) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private int admit(long key) {
      if (2 * size >= keys.length) {
        grow();
      }
      int slot = find(key);
      keys[slot] = key;
      used[size++] = slot;
      return slot;
    }

    private void grow() {
      long[] oldKeys = keys;
      long[] oldSums = sums;
      int[] oldUsed = Arrays.copyOf(used, size);
      reserve(2 * oldKeys.length);
      for (int old : oldUsed) {
        int slot = admit(oldKeys[old]);
        System.arraycopy(
            oldSums, old * MEASURES.length, sums, slot * MEASURES.length, MEASURES.length);
      }
    }

    void enter(
        Vocabulary names,
        long timeMillis,
        QualityLedger ledger,
        BiFunction<String, String, QualityScope> scope) {
      for (int i = 0; i < size; i++) {
        int slot = used[i];
        QualityCounts counts =
            ledger.counts(
                timeMillis,
                scope.apply(
                    names.text((int) (keys[slot] >>> Integer.SIZE)), names.text((int) keys[slot])));
        for (int measure = 0; measure < MEASURES.length; measure++) {
          long sum = sums[slot * MEASURES.length + measure];
          if (sum != 0) {
            counts.add(MEASURES[measure], sum);
            sums[slot * MEASURES.length + measure] = 0;
          }
        }
        keys[slot] = FREE;
      }
      size = 0;
      if (keys.length > MAX_KEPT) {
        reserve(INITIAL);
      }
    }
  }
}
