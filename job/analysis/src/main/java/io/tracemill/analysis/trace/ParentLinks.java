package io.tracemill.analysis.trace;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;

/**
 * The used spans of a table and their parents (semantics 3).
 *
 * <p>Redelivered spans count once. If ids clash, the span that started first is kept. The two
 * halves of a shared id become parent and child. Spans on a parent cycle are refused. The result
 * does not depend on the order of the table.
 */
final class ParentLinks {
  /** The parent of a span that has none. */
  static final int ROOT = -1;

  /** The parent of a span whose parent is not in the trace. */
  static final int MISSING = -2;

  /** The parent of an unused span. */
  static final int UNUSED = -3;

  private final SpanIndex index = new SpanIndex();
  private final SpanIndex serverHalves = new SpanIndex();
  private final IndexSort sort = new IndexSort();
  private boolean shared;

  /** By position in the table: the parent's position, or one of the constants. */
  int[] parent = {};

  /** Duplicate spans. */
  int duplicates;

  /** Spans with the id of another span. */
  int clashes;

  /** Spans on a parent cycle. */
  int cyclic;

  void resolve(SpanTable table, Vocabulary names) {
    if (parent.length < table.size || parent.length > 1 << 16) {
      parent = new int[Math.max(64, table.spanId.length)];
    }
    duplicates = 0;
    clashes = 0;
    cyclic = 0;
    shared = false;
    Arrays.fill(parent, 0, table.size, ROOT);
    if (!indexUnique(table)) {
      indexAmbiguous(table, names);
    }
    link(table);
    refuseCycles(table.size);
  }

  private boolean indexUnique(SpanTable table) {
    index.reset(table.size);
    for (int i = 0; i < table.size; i++) {
      if (index.putIfAbsent(table.spanId[i], i) != SpanIndex.NONE) {
        return false;
      }
    }
    return true;
  }

  /** Sorts spans by id, then in an order that depends only on their content. */
  private void indexAmbiguous(SpanTable table, Vocabulary names) {
    index.reset(table.size);
    serverHalves.reset(table.size);
    int[] order = new int[table.size];
    Arrays.setAll(order, i -> i);
    sort.sort(order, 0, order.length, (a, b) -> compareSameId(table, names, a, b));
    int from = 0;
    while (from < order.length) {
      int to = from + 1;
      while (to < order.length && table.spanId[order[to]] == table.spanId[order[from]]) {
        to++;
      }
      indexGroup(table, order, from, to);
      from = to;
    }
  }

  private static int compareSameId(SpanTable table, Vocabulary names, int a, int b) {
    int order = Long.compare(table.spanId[a], table.spanId[b]);
    if (order == 0) {
      order = Long.compare(table.startNanos[a], table.startNanos[b]);
    }
    if (order == 0) {
      order = table.kind[a].compareTo(table.kind[b]);
    }
    if (order == 0) {
      order = Long.compare(table.endNanos[b], table.endNanos[a]);
    }
    if (order == 0) {
      order = Long.compareUnsigned(table.parentId[a], table.parentId[b]);
    }
    return order != 0 ? order : table.compareContent(a, b, names);
  }

  private void indexGroup(SpanTable table, int[] order, int from, int to) {
    int first = order[from];
    int other = SpanIndex.NONE;
    index.put(table.spanId[first], first);
    for (int i = from + 1; i < to; i++) {
      int span = order[i];
      int before = order[i - 1];
      if (table.kind[span] == table.kind[before]
          && table.startNanos[span] == table.startNanos[before]) {
        duplicates++;
        parent[span] = UNUSED;
      } else if (other == SpanIndex.NONE && halvesOfOneCall(table.kind[first], table.kind[span])) {
        other = span;
      } else {
        clashes++;
        parent[span] = UNUSED;
      }
    }
    if (other != SpanIndex.NONE) {
      split(table, first, other);
    }
  }

  private static boolean halvesOfOneCall(SpanKind one, SpanKind two) {
    return (one == SpanKind.CLIENT && two == SpanKind.SERVER)
        || (one == SpanKind.SERVER && two == SpanKind.CLIENT);
  }

  private void split(SpanTable table, int one, int two) {
    int client = table.kind[one] == SpanKind.CLIENT ? one : two;
    shared = true;
    index.put(table.spanId[one], client);
    serverHalves.put(table.spanId[one], client == one ? two : one);
  }

  private void link(SpanTable table) {
    for (int i = 0; i < table.size; i++) {
      if (parent[i] != UNUSED) {
        parent[i] = parentOf(table, i);
      }
    }
  }

  private int parentOf(SpanTable table, int span) {
    if (shared && serverHalves.find(table.spanId[span]) == span) {
      return index.find(table.spanId[span]);
    }
    long id = table.parentId[span];
    if (id == 0) {
      return ROOT;
    }
    int half = shared ? serverHalves.find(id) : SpanIndex.NONE;
    int found = half != SpanIndex.NONE ? half : index.find(id);
    return found == SpanIndex.NONE ? MISSING : found;
  }

  /** Walks up from each span; a walk that reaches itself has found a cycle. */
  private void refuseCycles(int size) {
    int[] walk = null;
    for (int i = 0; i < size && walk == null; i++) {
      if (parent[i] >= i) {
        walk = new int[size];
      }
    }
    if (walk != null) {
      refuseCycles(size, walk);
    }
  }

  private void refuseCycles(int size, int[] walk) {
    for (int i = 0; i < size; i++) {
      int span = i;
      while (span >= 0 && walk[span] == 0) {
        walk[span] = i + 1;
        span = parent[span];
      }
      if (span >= 0 && walk[span] == i + 1) {
        refuseCycle(span);
      }
    }
    if (cyclic > 0) {
      orphanChildrenOfRefused(size);
    }
  }

  private void refuseCycle(int start) {
    int span = start;
    while (parent[span] != UNUSED) {
      int next = parent[span];
      parent[span] = UNUSED;
      cyclic++;
      span = next;
    }
  }

  private void orphanChildrenOfRefused(int size) {
    for (int i = 0; i < size; i++) {
      if (parent[i] >= 0 && parent[parent[i]] == UNUSED) {
        parent[i] = MISSING;
      }
    }
  }
}
