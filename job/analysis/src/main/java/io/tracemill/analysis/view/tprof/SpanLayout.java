package io.tracemill.analysis.view.tprof;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which spans requests of one order have, by position, and what each of their {@link
 * SpanTimes#values} is. A parent comes before its children, so position 0 is the first span.
 *
 * <p>The values of a span: its duration; unless it is a leaf its self time, then for each child
 * {@code child_diff} and sub-span, then {@code end_diff}, which is the last sub-span; then the
 * critical time of each sub-span.
 */
final class SpanLayout {
  /** All spans together have fewer values than this times their number. */
  static final int MAX_VALUES_OF_SPAN = 7;

  private final int[] parents;
  private final Frame[] frames;
  private final boolean[] elsewhere;
  private final int[] children;
  private final int[] offsets;

  /** By position: its number among the siblings with its frame, from 0 on, and their number. */
  private int[] calls = {};

  private int[] callCounts = {};

  /** By position: a hash of its {@link #path}. */
  private long[] paths = {};

  /** Keeps the arrays without copying them. */
  SpanLayout(int[] parents, Frame[] frames, boolean[] elsewhere) {
    this.parents = parents;
    this.frames = frames;
    this.elsewhere = elsewhere;
    this.children = new int[parents.length];
    for (int position = 1; position < parents.length; position++) {
      children[parents[position]]++;
    }
    this.offsets = new int[parents.length + 1];
    for (int position = 0; position < parents.length; position++) {
      offsets[position + 1] = offsets[position] + valueCount(children[position]);
    }
  }

  /** The number of values of a span with so many children. */
  static int valueCount(int children) {
    return children == 0 ? 2 : 4 + 3 * children;
  }

  /** The number of spans. */
  int size() {
    return parents.length;
  }

  /** The position of the span above; 0 for the first. */
  int parent(int position) {
    return parents[position];
  }

  Frame frame(int position) {
    return frames[position];
  }

  /** Whether the span counts as part of another request, which it opens. */
  boolean elsewhere(int position) {
    return elsewhere[position];
  }

  /** The number of children. */
  int children(int position) {
    return children[position];
  }

  /** The positions of the children, by begin. */
  int[] childrenOf(int position) {
    int[] found = new int[children[position]];
    int count = 0;
    for (int child = position + 1; count < found.length; child++) {
      if (parents[child] == position) {
        found[count++] = child;
      }
    }
    return found;
  }

  /** The number of values of all spans. */
  int valueCount() {
    return offsets[size()];
  }

  /** Index of the span's duration. */
  int duration(int position) {
    return offsets[position];
  }

  /** Index of the time in which no child runs; of a leaf, its duration. */
  int self(int position) {
    return children[position] == 0 ? offsets[position] : offsets[position] + 1;
  }

  /**
   * Index of the time from the start of the previous child, or of the span, to the child's start.
   */
  int childDiff(int position, int child) {
    return offsets[position] + 2 + 2 * child;
  }

  /**
   * Index of a sub-span: sub-span {@code i} ends when child {@code i} starts, the last one with the
   * end of the span. A leaf has one, its duration.
   */
  int subSpan(int position, int number) {
    if (children[position] == 0) {
      return offsets[position];
    }
    return number == children[position] ? endDiff(position) : offsets[position] + 3 + 2 * number;
  }

  /** Index of the time from the last end of a child to the end of the span, which is no leaf. */
  int endDiff(int position) {
    return offsets[position] + 2 + 2 * children[position];
  }

  /** Index of the time in which the request waits for a sub-span's own work. */
  int critical(int position, int number) {
    return offsets[position + 1] - children[position] - 1 + number;
  }

  /** Which of its parent's calls the span is. */
  Call call(int position) {
    countCalls();
    return new Call(frames[position], calls[position] + 1, callCounts[position]);
  }

  private void countCalls() {
    if (calls.length == size()) {
      return;
    }
    calls = new int[size()];
    callCounts = new int[size()];
    callCounts[0] = 1;
    paths = new long[size()];
    paths[0] = frames[0].hashLow();
    Map<Frame, int[]> counts = new HashMap<>();
    for (int position = 0; position < size(); position++) {
      counts.clear();
      int[] below = children[position] == 0 ? calls : childrenOf(position);
      for (int i = 0; i < children[position]; i++) {
        calls[below[i]] = counts.computeIfAbsent(frames[below[i]], added -> new int[1])[0]++;
      }
      for (int i = 0; i < children[position]; i++) {
        callCounts[below[i]] = requireNonNull(counts.get(frames[below[i]]))[0];
        paths[below[i]] = mixed(paths[position], callHash(below[i]));
      }
    }
  }

  private long callHash(int position) {
    return mixed(frames[position].hashLow(), ((long) calls[position] << 32) + callCounts[position]);
  }

  private static long mixed(long hash, long value) {
    long mixed = (hash * 31 + value) * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 32)) * 0xBF58476D1CE4E5B9L;
  }

  /**
   * A hash of what names a part: the calls above it and the call that ends it. Different parts have
   * the same hash only by chance.
   *
   * @param child the child that ends the part, or the span itself if the part ends with it
   */
  long partHash(int position, int child) {
    countCalls();
    long end = child == position ? (children[position] == 0 ? 1 : 2) : callHash(child);
    return mixed(paths[position], end);
  }

  /** The positions of the spans of an operation that count here. */
  List<Integer> positionsOf(Frame operation) {
    List<Integer> found = new ArrayList<>();
    for (int position = 0; position < size(); position++) {
      if (frames[position].equals(operation) && !elsewhere[position]) {
        found.add(position);
      }
    }
    return found;
  }

  /** The calls from the first span down to the one at this position. */
  List<Call> path(int position) {
    List<Call> path = new ArrayList<>();
    int at = position;
    while (true) {
      path.add(0, call(at));
      if (at == 0) {
        return path;
      }
      at = parents[at];
    }
  }
}
