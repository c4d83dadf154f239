package io.tracemill.analysis.criticalpath;

import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The critical path as semantics 5 words it: slow, recursive, and obvious. */
final class RecursiveCriticalPath {
  /** A child and what its parent's window leaves of it. */
  private record Child(int span, long start, long end) {
    long length() {
      return end - start;
    }
  }

  /** Part of the path; {@code callee} is {@link CriticalPath#NO_CALLEE} where the time is own. */
  record Section(int span, long from, long to, int callee) {}

  private final TraceTree tree;
  private final long tolerance;
  private final List<Section> sections = new ArrayList<>();

  RecursiveCriticalPath(TraceTree tree, long tolerance) {
    this.tree = tree;
    this.tolerance = tolerance;
  }

  /** Sections of the request that begins at {@code root}, by start. */
  List<Section> of(int root) {
    visit(root, tree.startNanos(root), tree.endNanos(root));
    sections.sort(Comparator.comparingLong(Section::from));
    return sections;
  }

  private void visit(int span, long from, long to) {
    List<Child> children = clippedChildren(span, from, to);
    List<Child> waitedFor = waitedFor(children);
    long cursor = to;
    for (Child child : waitedFor) {
      add(span, Math.min(child.end(), cursor), cursor, waitedFor);
      visit(child.span(), child.start(), Math.min(child.end(), cursor));
      cursor = child.start();
    }
    add(span, from, cursor, waitedFor);
  }

  private List<Child> clippedChildren(int span, long from, long to) {
    List<Child> children = new ArrayList<>();
    for (int c = span + 1; c < tree.subtreeEnd(span); c++) {
      long start = Math.max(from, tree.startNanos(c));
      long end = Math.min(to, tree.endNanos(c));
      if (tree.parent(c) == span && tree.blocking(c) && start < end) {
        children.add(new Child(c, start, end));
      }
    }
    return children;
  }

  private List<Child> waitedFor(List<Child> children) {
    Comparator<Child> lastFinishing =
        Comparator.comparingLong(Child::end)
            .thenComparing(Comparator.comparingLong(Child::start).reversed())
            .thenComparing(
                (a, b) -> Long.compareUnsigned(tree.spanId(b.span()), tree.spanId(a.span())));
    List<Child> remaining = new ArrayList<>(children);
    List<Child> chosen = new ArrayList<>();
    Optional<Child> next = remaining.stream().max(lastFinishing);
    while (next.isPresent()) {
      Child later = next.get();
      remaining.remove(later);
      chosen.add(later);
      next =
          remaining.stream()
              .filter(child -> happensBefore(child, later, remaining))
              .max(lastFinishing);
    }
    return chosen;
  }

  private boolean happensBefore(Child a, Child b, List<Child> remaining) {
    if (a.end() <= b.start()) {
      return true;
    }
    long tolerated = Math.min(tolerance, Math.min(a.length(), b.length()) / 2);
    return a.end() - b.start() <= tolerated
        && a.start() < b.start()
        && a.end() < b.end()
        && remaining.stream()
            .noneMatch(
                other ->
                    strictlyInside(other.start(), b.start(), a.end())
                        || strictlyInside(other.end(), b.start(), a.end()));
  }

  private static boolean strictlyInside(long time, long from, long to) {
    return from < time && time < to;
  }

  private void add(int span, long from, long to, List<Child> waitedFor) {
    if (from < to) {
      sections.add(new Section(span, from, to, calleeOf(span, to, waitedFor)));
    }
  }

  /** Whose edge the gap that ends at {@code end} belongs to. */
  private int calleeOf(int span, long end, List<Child> waitedFor) {
    if (!tree.kind(span).callsOut()) {
      return CriticalPath.NO_CALLEE;
    }
    List<Integer> crossing = new ArrayList<>();
    for (Child child : waitedFor) {
      if (crosses(span, child.span()) && (crossing.isEmpty() || child.start() >= end)) {
        crossing.add(tree.serviceNumber(child.span()));
      }
    }
    for (int c = span + 1; crossing.isEmpty() && c < tree.subtreeEnd(span); c++) {
      if (tree.parent(c) == span && !tree.orphan(c) && crosses(span, c)) {
        crossing.add(tree.serviceNumber(c));
      }
    }
    return crossing.isEmpty() ? CriticalPath.NO_CALLEE : crossing.get(crossing.size() - 1);
  }

  private boolean crosses(int span, int child) {
    return tree.serviceNumber(span) != tree.serviceNumber(child);
  }
}
