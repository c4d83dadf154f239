package io.tracemill.analysis.detection;

import io.tracemill.analysis.pane.Histogram;

/**
 * A place over all endpoints: scores relative to the mean of each endpoint's own, so that a changed
 * mix of endpoints changes nothing.
 */
final class PooledRow extends Row {
  private static final long serialVersionUID = 1;

  private final double[] ss;

  PooledRow(Grid grid, int ordinal) {
    super(grid, ordinal);
    ss = new double[grid.recent()];
  }

  /** Adds the newest pane of one endpoint's row. */
  void add(int slot, PlaceRow row) {
    double mean = row.centre();
    n[slot] += row.n[slot];
    s[slot] += row.s[slot] - row.n[slot] * mean;
    ss[slot] += row.squares(slot) - 2 * mean * row.s[slot] + row.n[slot] * mean * mean;
  }

  @Override
  Kind kind() {
    return Kind.TIME;
  }

  @Override
  double squares(int slot) {
    return ss[slot];
  }

  @Override
  void store(Block block, int slot) {
    block.append(n[slot], s[slot], ss[slot], Histogram.EMPTY);
  }

  @Override
  void clearMore(int slot) {
    ss[slot] = 0;
  }
}
