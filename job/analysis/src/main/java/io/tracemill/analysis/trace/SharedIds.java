package io.tracemill.analysis.trace;

import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;

/**
 * Spans with the same id (semantics 3). Those of one kind and service are one span, delivered again
 * or sent in parts. A caller's span and those of all its callees are the halves of a call (Zipkin
 * shares their id); a callee's span hangs below the caller's. Among other spans, the one that
 * started first is used.
 *
 * <p>A child belongs to the half of its own service, else to a callee's.
 */
final class SharedIds {
  /** The most spans with one id; further ones clash, since each part and child looks at all. */
  static final int MAX_SPANS = 100;

  private static final int NONE = SpanIndex.NONE;
  private static final int OF_CALLEE = 1;
  private static final int OF_SAME_SERVICE = 2;

  private final SpanIndex index;
  private final IndexSort sort = new IndexSort();

  /** By position: the next half with the same id. */
  private int[] next = {};

  /** The positions with one id, first as sorted, then without duplicates. */
  private int[] group = {};

  /**
   * @param index gets the first half of each id
   */
  SharedIds(SpanIndex index) {
    this.index = index;
  }

  /**
   * Indexes all spans, and enters in {@code links} which are unused and which hang below others.
   */
  void index(SpanTable table, Vocabulary names, ParentLinks links) {
    index.reset(table.size);
    next = new int[table.size];
    Arrays.fill(next, NONE);
    group = new int[table.size];
    int[] order = new int[table.size];
    Arrays.setAll(order, i -> i);
    sort.sort(order, 0, order.length, (a, b) -> compareSameId(table, names, a, b));
    int from = 0;
    while (from < order.length) {
      int to = from + 1;
      while (to < order.length && table.spanId[order[to]] == table.spanId[order[from]]) {
        to++;
      }
      System.arraycopy(order, from, group, 0, to - from);
      indexGroup(table, mergeParts(table, to - from, links), links);
      from = to;
    }
  }

  /** By id, then in an order that depends only on their content; spans without time come last. */
  private static int compareSameId(SpanTable table, Vocabulary names, int a, int b) {
    int order = Long.compare(table.spanId[a], table.spanId[b]);
    if (order == 0) {
      order = Boolean.compare(table.startNanos[a] == 0, table.startNanos[b] == 0);
    }
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

  /** Merges the parts of each span of the group; returns the number of spans that are left. */
  private int mergeParts(SpanTable table, int size, ParentLinks links) {
    int kept = 0;
    for (int i = 0; i < size; i++) {
      int span = group[i];
      int whole = wholeOf(table, span, kept);
      if (whole != NONE) {
        table.merge(whole, span);
        links.duplicates++;
        links.parent[span] = ParentLinks.UNUSED;
      } else if (table.startNanos[span] == 0) {
        links.timeless++;
        links.parent[span] = ParentLinks.UNUSED;
      } else if (kept == MAX_SPANS) {
        clash(span, links);
      } else {
        group[kept++] = span;
      }
    }
    return kept;
  }

  private int wholeOf(SpanTable table, int part, int kept) {
    for (int i = 0; i < kept; i++) {
      if (table.areOneSpan(group[i], part)) {
        return group[i];
      }
    }
    return NONE;
  }

  private void indexGroup(SpanTable table, int size, ParentLinks links) {
    if (size == 0) {
      return;
    }
    int first = group[0];
    int caller = caller(table, size);
    SpanKind callees = caller == NONE ? table.kind[first] : partner(table.kind[caller]);
    int head = caller == NONE ? first : caller;
    index.put(table.spanId[head], head);
    int last = head;
    for (int i = 0; i < size; i++) {
      int span = group[i];
      if (span == head) {
        continue;
      }
      if (table.kind[span] == callees && isOfCallee(table, span) && isAnother(table, span, head)) {
        next[last] = span;
        last = span;
        links.parent[span] = caller == NONE ? ParentLinks.UNRESOLVED : caller;
      } else {
        clash(span, links);
      }
    }
  }

  private static void clash(int span, ParentLinks links) {
    links.clashes++;
    links.parent[span] = ParentLinks.UNUSED;
  }

  /** Whether no half so far is of the same service; retries of Zipkin's call it once more. */
  private boolean isAnother(SpanTable table, int span, int head) {
    if (table.mayBePart(span)) {
      return true;
    }
    for (int half = head; half != NONE; half = next[half]) {
      if (table.kind[half] == table.kind[span] && table.service[half] == table.service[span]) {
        return false;
      }
    }
    return true;
  }

  /** The caller's half, if the group has both halves of the kind that started first. */
  private int caller(SpanTable table, int size) {
    SpanKind first = table.kind[group[0]];
    SpanKind partner = partner(first);
    for (int i = 1; i < size && partner != SpanKind.UNSPECIFIED; i++) {
      if (table.kind[group[i]] == partner) {
        return isCaller(first) ? group[0] : group[i];
      }
    }
    return NONE;
  }

  private static boolean isCaller(SpanKind kind) {
    return kind == SpanKind.CLIENT || kind == SpanKind.PRODUCER;
  }

  private static boolean isOfCallee(SpanTable table, int span) {
    return table.kind[span] == SpanKind.SERVER || table.kind[span] == SpanKind.CONSUMER;
  }

  private static SpanKind partner(SpanKind kind) {
    return switch (kind) {
      case CLIENT -> SpanKind.SERVER;
      case SERVER -> SpanKind.CLIENT;
      case PRODUCER -> SpanKind.CONSUMER;
      case CONSUMER -> SpanKind.PRODUCER;
      default -> SpanKind.UNSPECIFIED;
    };
  }

  /** The half that a child of an id belongs to, from the id's first half. */
  int halfAbove(SpanTable table, int child, int first) {
    int best = first;
    for (int half = next[first]; half != NONE; half = next[half]) {
      if (half != child && fits(table, half, best, child)) {
        best = half;
      }
    }
    return best;
  }

  /** Whether a half is a better parent: by service, then the last that started before the child. */
  private static boolean fits(SpanTable table, int half, int other, int child) {
    int rank = rank(table, half, child);
    int otherRank = rank(table, other, child);
    return rank != otherRank
        ? rank > otherRank
        : table.startNanos[half] <= table.startNanos[child]
            && table.startNanos[half] > table.startNanos[other];
  }

  private static int rank(SpanTable table, int half, int child) {
    return (table.service[half] == table.service[child] ? OF_SAME_SERVICE : 0)
        + (isOfCallee(table, half) ? OF_CALLEE : 0);
  }
}
