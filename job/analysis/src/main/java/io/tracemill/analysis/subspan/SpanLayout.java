package io.tracemill.analysis.subspan;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * Which spans requests of one group have, by position, and what each of their {@link
 * SpanTimes#values} is. A parent comes before its children, so position 0 is the first span.
 *
 * <p>The values of a span: its duration; unless it is a leaf its self time, then for each child
 * {@code child_diff} and sub-span, then {@code end_diff}, which is the last sub-span.
 */
public final class SpanLayout {
  /** All spans together have fewer values than this times their number. */
  static final int MAX_VALUES_OF_SPAN = 5;

  private final int[] parents;
  private final Frame[] frames;
  private final int[] children;
  private final int[] offsets;

  /** Keeps the arrays without copying them. */
  SpanLayout(int[] parents, Frame[] frames) {
    this.parents = parents;
    this.frames = frames;
    this.children = new int[parents.length];
    for (int position = 1; position < parents.length; position++) {
      children[parents[position]]++;
    }
    this.offsets = new int[parents.length + 1];
    for (int position = 0; position < parents.length; position++) {
      offsets[position + 1] = offsets[position] + valueCount(children[position]);
    }
  }

  /**
   * The layout of spans with these parents and frames.
   *
   * @param parents by position the position of the span above, which is smaller; position 0 counts
   *     as its own parent
   */
  public static SpanLayout of(int[] parents, Frame[] frames) {
    for (int position = 0; position < parents.length; position++) {
      if (parents[position] < 0 || parents[position] > Math.max(0, position - 1)) {
        throw new IllegalArgumentException(
            "span %d below span %d".formatted(position, parents[position]));
      }
    }
    return new SpanLayout(parents.clone(), frames.clone());
  }

  /** The number of values of a span with so many children. */
  public static int valueCount(int children) {
    return children == 0 ? 1 : 3 + 2 * children;
  }

  /** The number of spans. */
  public int size() {
    return parents.length;
  }

  /** The position of the span above; 0 for the first. */
  public int parent(int position) {
    return parents[position];
  }

  public Frame frame(int position) {
    return frames[position];
  }

  /** The number of children. */
  public int children(int position) {
    return children[position];
  }

  /** The number of values of all spans. */
  public int valueCount() {
    return offsets[size()];
  }

  /** Index of the span's duration. */
  public int duration(int position) {
    return offsets[position];
  }

  /**
   * Index of the time from the start of the previous child, or of the span, to the child's start.
   */
  public int childDiff(int position, int child) {
    return offsets[position] + 2 + 2 * child;
  }

  /**
   * Index of a sub-span: sub-span {@code i} ends when child {@code i} starts, the last one with the
   * end of the span. A leaf has one, its duration.
   */
  public int subSpan(int position, int number) {
    if (children[position] == 0) {
      return offsets[position];
    }
    return number == children[position] ? endDiff(position) : offsets[position] + 3 + 2 * number;
  }

  /** Index of the time from the last end of a child to the end of the span, which is no leaf. */
  public int endDiff(int position) {
    return offsets[position] + 2 + 2 * children[position];
  }

  /**
   * The canonical position of the span at each position, which does not depend on the order of
   * siblings (tprof layer 3). Siblings are sorted by a hash of their frame and of the spans below
   * them, then by start.
   */
  public int[] canonicalPositions() {
    long[] shapes = new long[size()];
    int[] sizes = new int[size()];
    for (int position = size() - 1; position >= 0; position--) {
      shapes[position] = mixed(frames[position].hashLow() ^ mixed(shapes[position] + 1));
      sizes[position]++;
      if (position > 0) {
        shapes[parents[position]] += mixed(shapes[position]);
        sizes[parents[position]] += sizes[position];
      }
    }
    int[] siblings = siblings();
    IndexSort sort = new IndexSort();
    IntComparator byShape = (one, other) -> Long.compare(shapes[one], shapes[other]);
    int[] canonical = new int[size()];
    int from = 0;
    for (int position = 0; position < size(); position++) {
      int to = from + children[position];
      sort.sort(siblings, from, to, byShape);
      int next = canonical[position] + 1;
      for (; from < to; from++) {
        canonical[siblings[from]] = next;
        next += sizes[siblings[from]];
      }
    }
    return canonical;
  }

  /** The children of position 0, then those of 1, and so on. */
  private int[] siblings() {
    int[] places = new int[size()];
    for (int position = 1; position < size(); position++) {
      places[position] = places[position - 1] + children[position - 1];
    }
    int[] siblings = new int[size() - 1];
    for (int position = 1; position < size(); position++) {
      siblings[places[parents[position]]++] = position;
    }
    return siblings;
  }

  private static long mixed(long value) {
    long mixed = (value ^ (value >>> 32)) * 0x9E3779B97F4A7C15L;
    return (mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L;
  }

  /** The same spans, each at the position that {@code positions} has for it. */
  public SpanLayout moved(int[] positions) {
    int[] movedParents = new int[size()];
    Frame[] movedFrames = new Frame[size()];
    for (int position = 0; position < size(); position++) {
      movedParents[positions[position]] = positions[parents[position]];
      movedFrames[positions[position]] = frames[position];
    }
    return new SpanLayout(movedParents, movedFrames);
  }

  /**
   * By value the index that it has in {@code moved}.
   *
   * @param positions as given to {@link #moved}
   */
  public int[] valueIndexes(int[] positions, SpanLayout moved) {
    int[] indexes = new int[valueCount()];
    for (int position = 0; position < size(); position++) {
      int shift = moved.offsets[positions[position]] - offsets[position];
      for (int value = offsets[position]; value < offsets[position + 1]; value++) {
        indexes[value] = value + shift;
      }
    }
    return indexes;
  }

  /** The frames from the first span down to the one at this position. */
  public List<Frame> path(int position) {
    List<Frame> path = new ArrayList<>();
    int at = position;
    path.add(0, frames[at]);
    while (at > 0) {
      at = parents[at];
      path.add(0, frames[at]);
    }
    return path;
  }
}
