package io.tracemill.analysis.trace;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.sort.IndexSort;
import io.tracemill.analysis.sort.IntComparator;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Builds the tree of a trace from its fragments, in any order of arrival.
 *
 * <p>Spans whose parent is missing, and roots beyond the first, hang below the root as orphans.
 * Without a root, the orphan with the earliest start replaces it. In a reopened trace, it uses only
 * asynchronous requests; each has a root of its own. Reused from trace to trace.
 */
public final class TraceTreeBuilder {
  /** Stands for no parent row. */
  private static final int NOBODY = -1;

  private final boolean acceptRemoteRoot;
  private final Vocabulary vocabulary;
  private final SpanTable table = new SpanTable();
  private final ParentLinks links = new ParentLinks();
  private final IndexSort sort = new IndexSort();
  private final TraceTree tree;
  private final LateSpans late = new LateSpans();
  private int[] childStart = {};
  private int[] children = {};
  private int[] stack = {};
  private int[] position = {};
  private final IntComparator byStart = this::compareByStart;
  private int tops;
  private int roots;

  /**
   * @param acceptRemoteRoot whether a trace without a root is complete if one span alone misses its
   *     parent
   */
  public TraceTreeBuilder(boolean acceptRemoteRoot, Vocabulary vocabulary) {
    this.acceptRemoteRoot = acceptRemoteRoot;
    this.vocabulary = vocabulary;
    this.tree = new TraceTree(vocabulary, table);
  }

  /** The tree that every {@link #build} fills anew. */
  public TraceTree tree() {
    return tree;
  }

  /** The tree of {@code trace}; valid until the next call. */
  public TraceTree build(AssembledTrace trace) {
    vocabulary.trim();
    table.load(trace.fragments(), vocabulary);
    links.resolve(table, vocabulary);
    late.clear();
    if (trace.reopened()) {
      late.collect(table, links.parent);
    }
    reserve(table.size);
    int root = chooseRoot(trace.reopened());
    tree.traceId = trace.traceId();
    tree.truncated = trace.truncated();
    tree.complete = isComplete(trace, root);
    tree.hasErrors = false;
    if (root == ParentLinks.ROOT) {
      tree.size = 0;
    } else {
      int adopter = trace.reopened() ? NOBODY : root;
      groupChildren(adopter);
      layOut(adopter);
    }
    return tree;
  }

  private boolean isComplete(AssembledTrace trace, int top) {
    boolean accepted =
        roots == 1 || trace.reopened() || (acceptRemoteRoot && canHaveRemoteParent(top));
    boolean allTops = trace.reopened() ? tops > 0 : tops == 1;
    return accepted
        && allTops
        && !trace.truncated()
        && table.rejected == 0
        && links.clashes == 0
        && links.cycles == 0
        && links.timeless == 0
        && late.size() == 0;
  }

  /** Spans of other kinds have their parent in their own process. */
  private boolean canHaveRemoteParent(int row) {
    return row >= 0
        && (table.async[row]
            || switch (table.kind[row]) {
              case SERVER, CONSUMER, UNSPECIFIED -> true;
              case CLIENT, PRODUCER, INTERNAL -> false;
            });
  }

  private void reserve(int spans) {
    tree.ensure(spans);
    int capacity = tree.parent.length;
    if (children.length != capacity) {
      childStart = new int[capacity + 1];
      children = new int[capacity];
      stack = new int[capacity];
      position = new int[capacity];
    }
  }

  /** The earliest root, else the earliest span without its parent; ROOT if there is neither. */
  private int chooseRoot(boolean reopened) {
    int best = ParentLinks.ROOT;
    tops = 0;
    roots = 0;
    for (int i = 0; i < table.size; i++) {
      int parent = links.parent[i];
      if (parent == ParentLinks.ROOT || parent == ParentLinks.MISSING) {
        tops++;
        roots += parent == ParentLinks.ROOT ? 1 : 0;
        if (best == ParentLinks.ROOT || better(i, best, reopened)) {
          best = i;
        }
      }
    }
    return best;
  }

  private boolean better(int span, int best, boolean reopened) {
    boolean isRoot = links.parent[span] == ParentLinks.ROOT;
    boolean bestIsRoot = links.parent[best] == ParentLinks.ROOT;
    if (isRoot != bestIsRoot && !reopened) {
      return isRoot;
    }
    return compareByStart(span, best) < 0;
  }

  private int compareByStart(int a, int b) {
    return table.compareByStart(a, b, vocabulary);
  }

  /** Counting sort of the spans by parent, siblings then by start. */
  private void groupChildren(int adopter) {
    int size = table.size;
    Arrays.fill(childStart, 0, size + 1, 0);
    for (int i = 0; i < size; i++) {
      int parent = placedUnder(i, adopter);
      if (parent >= 0) {
        childStart[parent + 1]++;
      }
    }
    for (int i = 0; i < size; i++) {
      childStart[i + 1] += childStart[i];
    }
    System.arraycopy(childStart, 0, position, 0, size);
    for (int i = 0; i < size; i++) {
      int parent = placedUnder(i, adopter);
      if (parent >= 0) {
        children[position[parent]++] = i;
      }
    }
    for (int i = 0; i < size; i++) {
      if (childStart[i + 1] - childStart[i] > 1) {
        sort.sort(children, childStart[i], childStart[i + 1], byStart);
      }
    }
  }

  /** The row of the span's parent in the tree; negative if it has none. */
  private int placedUnder(int span, int adopter) {
    int parent = links.parent[span];
    if (span == adopter || parent == ParentLinks.UNUSED) {
      return NOBODY;
    }
    return parent >= 0 ? parent : adopter;
  }

  private void layOut(int adopter) {
    int depth = pushTops(adopter);
    int next = 0;
    while (depth > 0) {
      int row = stack[--depth];
      position[row] = next;
      place(row, next, adopter);
      next++;
      for (int c = childStart[row + 1] - 1; c >= childStart[row]; c--) {
        stack[depth++] = children[c];
      }
    }
    tree.size = next;
    for (int i = next - 1; i > 0; i--) {
      int parent = tree.parent[i];
      if (parent != TraceTree.NO_PARENT) {
        tree.subtreeEnd[parent] = Math.max(tree.subtreeEnd[parent], tree.subtreeEnd[i]);
      }
    }
  }

  /** Puts the adopter, or else all spans without a parent, on the stack; the earliest is on top. */
  private int pushTops(int adopter) {
    int count = 0;
    for (int i = 0; i < table.size; i++) {
      if (links.parent[i] != ParentLinks.UNUSED && placedUnder(i, adopter) == NOBODY) {
        stack[count++] = i;
      }
    }
    sort.sort(stack, 0, count, (a, b) -> compareByStart(b, a));
    return count;
  }

  private void place(int row, int at, int adopter) {
    int parent = placedUnder(row, adopter);
    tree.parent[at] = parent == NOBODY ? TraceTree.NO_PARENT : position[parent];
    tree.subtreeEnd[at] = at + 1;
    tree.spanId[at] = table.spanId[row];
    tree.parentId[at] = table.parentId[row];
    tree.recordedStart[at] = table.startNanos[row];
    tree.recordedEnd[at] = table.endNanos[row];
    tree.start[at] = table.startNanos[row];
    tree.end[at] = table.endNanos[row];
    tree.frame[at] = table.frame[row];
    tree.service[at] = table.service[row];
    tree.host[at] = table.host[row];
    tree.kind[at] = table.kind[row];
    tree.error[at] = table.error[row];
    tree.hasErrors |= table.error[row];
    tree.asyncLink[at] = table.async[row];
    tree.orphan[at] = links.parent[row] < 0 && parent != NOBODY;
    tree.dropped[at] = false;
    tree.row[at] = row;
  }

  /** Spans that were delivered again, and further parts of a span. */
  public int duplicates() {
    return links.duplicates;
  }

  /** Spans with the id of another span. */
  public int clashes() {
    return links.clashes;
  }

  /** Unused spans without any time. */
  public int timeless() {
    return links.timeless;
  }

  /** Dropped parents of spans that were their own ancestors. */
  public int cycles() {
    return links.cycles;
  }

  /** Spans of a reopened trace that are not below an asynchronous span. */
  public LateSpans late() {
    return late;
  }

  /** Hands out the late spans of {@code trace}, which was built last. */
  public void forEachLate(AssembledTrace trace, Consumer<LateSpan> out) {
    for (int row : late.rows()) {
      Frame frame = vocabulary.frame(table.frame[row]);
      out.accept(
          new LateSpan(
              trace.traceId(),
              table.spanId[row],
              table.parentId[row],
              frame.service(),
              frame.operation(),
              table.startNanos[row],
              table.endNanos[row] - table.startNanos[row],
              trace.fragments().get(table.fragmentOf(row)).timeMillis(),
              trace.deadlineMillis()));
    }
  }

  /** Whether a span whose parent is missing opens an asynchronous request. */
  static boolean opensAsyncRequest(SpanTable table, int row) {
    return table.parentId[row] != 0 && (table.kind[row] == SpanKind.CONSUMER || table.async[row]);
  }
}
