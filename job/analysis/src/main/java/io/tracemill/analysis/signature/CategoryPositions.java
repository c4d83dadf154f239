package io.tracemill.analysis.signature;

/**
 * The position of each span's node in the {@link CanonicalForm} of one request. All calls of a run
 * have one node. So do the calls below them that are at the same place.
 */
public final class CategoryPositions {
  /**
   * Stands for a node that the form leaves out, because it is cut or below an asynchronous call.
   */
  public static final int NONE = -1;

  private final int root;
  private final int size;
  private final int[] positions;

  CategoryPositions(int root, int size, int[] positions) {
    this.root = root;
    this.size = size;
    this.positions = positions;
  }

  /** The number of nodes in the form. */
  public int size() {
    return size;
  }

  /** The position of the span's node, or {@link #NONE}. */
  public int of(int span) {
    return positions[span - root];
  }
}
