package io.tracemill.store.question;

import io.tracemill.store.engine.Sql;
import java.util.Arrays;

/**
 * Narrow cells that divide durations by their logarithm. A bin merges several cells; each power of
 * ten begins a bin.
 */
final class LogCells {
  /** Cells in a factor of ten. */
  private static final int CELLS = 60;

  private static final int[] CELLS_OF_BIN = {1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, CELLS};
  private static final double CELL = Math.log(10) / CELLS;

  /** Logarithms have rounding errors, and durations are often powers of ten. */
  private static final double ROUNDING = 1e-9;

  private LogCells() {}

  /** The cell of a row, in SQL. */
  static String column(String nanos) {
    return "floor(ln(greatest(1, %s)) / %s + %s)::BIGINT"
        .formatted(nanos, Sql.number(CELL), Sql.number(ROUNDING));
  }

  /** Cells of a bin, so that at most {@code bins} bins cover the cells from first to last. */
  static long width(long first, long last, int bins) {
    return Arrays.stream(CELLS_OF_BIN)
        .filter(cells -> last / cells - first / cells < bins)
        .findFirst()
        .orElse((int) (last / bins + 1));
  }

  /** The least duration in a cell, in nanoseconds. */
  static long startNanos(long cell) {
    return (long) Math.ceil(Math.exp((cell - ROUNDING) * CELL));
  }
}
