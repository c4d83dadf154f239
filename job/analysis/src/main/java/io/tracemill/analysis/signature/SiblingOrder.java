package io.tracemill.analysis.signature;

/**
 * The order in which the children of each span began and ended, as in the order signature: linked
 * lists by span number. Reused from request to request.
 */
public final class SiblingOrder {
  /** Stands for no span. */
  public static final int NONE = -1;

  private static final int INITIAL = 64;
  private static final int MAX_KEPT = 1 << 16;

  private int[] firstBegun = {};
  private int[] nextBegun = {};
  private int[] firstEnded = {};
  private int[] nextEnded = {};

  /** Makes room for spans up to this number, exclusive. */
  void reserve(int spans) {
    if (firstBegun.length < spans || (firstBegun.length > MAX_KEPT && spans <= MAX_KEPT)) {
      int capacity = Math.max(INITIAL, Integer.highestOneBit(Math.max(1, spans)) * 2);
      firstBegun = new int[capacity];
      nextBegun = new int[capacity];
      firstEnded = new int[capacity];
      nextEnded = new int[capacity];
    }
  }

  /** Starts a span without children. */
  void open(int span) {
    firstBegun[span] = NONE;
    firstEnded[span] = NONE;
  }

  /** Puts a child before those that began later; call it for the last child first. */
  void prependBegun(int span, int child) {
    nextBegun[child] = firstBegun[span];
    firstBegun[span] = child;
  }

  /** Puts a child before those that ended later; call it for the last child first. */
  void prependEnded(int span, int child) {
    nextEnded[child] = firstEnded[span];
    firstEnded[span] = child;
  }

  /** The child of {@code span} that began first, or {@link #NONE}. */
  public int firstBegun(int span) {
    return firstBegun[span];
  }

  /** The sibling that began next, or {@link #NONE}. */
  public int nextBegun(int child) {
    return nextBegun[child];
  }

  /**
   * The child of {@code span} that ended first, or {@link #NONE}; without children of zero length.
   */
  public int firstEnded(int span) {
    return firstEnded[span];
  }

  /** The sibling that ended next, or {@link #NONE}; without children of zero length. */
  public int nextEnded(int child) {
    return nextEnded[child];
  }
}
