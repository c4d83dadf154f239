package io.tracemill.analysis.detection;

import io.tracemill.analysis.pane.Histogram;

/** Of some requests, how many have something: a call below a frame, or an error at a place. */
final class ShareRow extends Row {
  private static final long serialVersionUID = 1;

  private final Kind kind;

  ShareRow(Grid grid, int ordinal, Kind kind) {
    super(grid, ordinal);
    this.kind = kind;
  }

  /** Counts requests of the newest pane, and those that have it. */
  void count(int slot, long requests, long having) {
    n[slot] += Math.toIntExact(requests);
    s[slot] += having;
  }

  /** Takes the requests of all panes that another row knows, as such that do not have it. */
  void takeRequestsOf(Row other) {
    System.arraycopy(other.n, 0, n, 0, n.length);
    for (Block block : other.blocks()) {
      Block without = new Block(block.startMillis());
      for (int pane = 0; pane < block.size(); pane++) {
        without.append(block.n[pane], 0, 0, Histogram.EMPTY);
      }
      blocks().addLast(without);
    }
    sumBlocks();
  }

  @Override
  Kind kind() {
    return kind;
  }

  @Override
  double squares(int slot) {
    return s[slot];
  }

  @Override
  void store(Block block, int slot) {
    block.append(n[slot], s[slot], s[slot], Histogram.EMPTY);
  }

  @Override
  void clearMore(int slot) {}
}
