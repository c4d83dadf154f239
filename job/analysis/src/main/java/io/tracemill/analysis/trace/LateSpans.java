package io.tracemill.analysis.trace;

import java.util.Arrays;

/**
 * Spans that came after their trace had closed and are not below an asynchronous span: rows of the
 * builder's table. A late fragment is no straggler if its top span is asynchronous (semantics 3).
 */
public final class LateSpans {
  private int[] rows = {};
  private int size;

  void clear() {
    size = 0;
  }

  /** Marks every row that is not below an asynchronous top as unused, and stores it. */
  void collect(SpanTable table, int[] parent) {
    if (rows.length < table.size) {
      rows = new int[table.size];
    }
    boolean[] known = new boolean[table.size];
    boolean[] kept = new boolean[table.size];
    for (int i = 0; i < table.size; i++) {
      if (parent[i] != ParentLinks.UNUSED && !keep(table, parent, i, known, kept)) {
        rows[size++] = i;
      }
    }
    for (int i = 0; i < size; i++) {
      parent[rows[i]] = ParentLinks.UNUSED;
    }
  }

  /** Walks up to a span with a known result, then sets it for all spans on the way. */
  private static boolean keep(
      SpanTable table, int[] parent, int row, boolean[] known, boolean[] kept) {
    int top = row;
    while (!known[top] && parent[top] >= 0) {
      top = parent[top];
    }
    boolean keep = known[top] ? kept[top] : TraceTreeBuilder.opensAsyncRequest(table, top);
    for (int i = row; i != top; i = parent[i]) {
      known[i] = true;
      kept[i] = keep;
    }
    known[top] = true;
    kept[top] = keep;
    return keep;
  }

  /** The number of late spans. */
  public int size() {
    return size;
  }

  /** Positions in the table, ascending. */
  int[] rows() {
    return Arrays.copyOf(rows, size);
  }
}
