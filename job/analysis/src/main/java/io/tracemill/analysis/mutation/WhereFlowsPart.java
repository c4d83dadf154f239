package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Parting.CallChange;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Walks along the forms of a precursor and a mutation side by side until they differ.
 *
 * <p>What comes after may be a consequence: where a frame fails, its callers too cease to make
 * their later calls. So of several differences the earliest in execution order is the culprit's,
 * and at the same time the deepest. A run of another length shows only when its first call has
 * ended:
 *
 * <pre>
 *   shop          shop               shop calls cart again, after cart called db for the first time:
 *     cart          2 x cart         the flows part at cart
 *                     db
 * </pre>
 *
 * <p>Calls at the same time stand by name in a form, so which of several concurrent differences is
 * found is a convention. If one call of a run came to differ from the others, it stands beside a
 * shorter run, and is compared with a call of the longer one.
 */
public final class WhereFlowsPart {
  private final CanonicalForm before;
  private final CanonicalForm after;

  /** The nodes that are compared next. */
  private int then = 1;

  private int now = 1;

  /** The calls whose insides are being compared: the roots, or runs of different lengths. */
  private int openThen;

  private int openNow;

  private WhereFlowsPart(CanonicalForm before, CanonicalForm after) {
    this.before = before;
    this.after = after;
  }

  /**
   * Where the flow of a mutation leaves that of its precursor; nowhere if they are equal, or as far
   * as they are known because they are truncated.
   *
   * @throws IllegalArgumentException if they have different roots
   */
  public static Optional<Parting> between(CanonicalForm precursor, CanonicalForm mutation) {
    if (!precursor.root().equals(mutation.root())) {
      throw new IllegalArgumentException(
          "different roots: " + precursor.root() + ", " + mutation.root());
    }
    return new WhereFlowsPart(precursor, mutation).find();
  }

  private Optional<Parting> find() {
    Optional<Parting> otherRun = Optional.empty();
    while (isKnown(before, then) && isKnown(after, now)) {
      int depth = Math.max(depth(before, then), depth(after, now));
      if (depth <= depth(before, openThen)) {
        if (!openNextOfRun()) {
          return otherRun;
        }
      } else if (!alike(before, then, after, now)) {
        return Optional.of(parting(depth, otherCalls(depth)));
      } else {
        if (run(before, then) != run(after, now)) {
          otherRun = Optional.of(parting(depth, List.of(otherRun())));
          openThen = then;
          openNow = now;
        }
        then++;
        now++;
      }
    }
    return otherRun;
  }

  /**
   * Where a shorter run has a call of the same name behind it, that one is what the rest of the
   * longer run has become: compares it with a call of the longer run. Returns false if there is
   * none.
   */
  private boolean openNextOfRun() {
    int longer = Integer.compare(run(before, openThen), run(after, openNow));
    if (longer > 0 && alike(before, openThen, after, now)) {
      openNow = now;
    } else if (longer < 0 && alike(before, then, after, openNow)) {
      openThen = then;
    } else {
      return false;
    }
    then = openThen + 1;
    now = openNow + 1;
    return true;
  }

  private static boolean isKnown(CanonicalForm form, int node) {
    return node < form.nodes().size() || !form.truncated();
  }

  /** The depth of a node, or that of the root behind the last one. */
  private static int depth(CanonicalForm form, int node) {
    return node < form.nodes().size() ? form.nodes().get(node).depth() : 0;
  }

  private static int run(CanonicalForm form, int node) {
    return form.nodes().get(node).run();
  }

  /** Whether two nodes are the same call, whatever they call in turn. */
  private static boolean alike(CanonicalForm one, int node, CanonicalForm other, int otherNode) {
    return node < one.nodes().size()
        && otherNode < other.nodes().size()
        && depth(one, node) == depth(other, otherNode)
        && frame(one, node).equals(frame(other, otherNode))
        && one.nodes().get(node).async() == other.nodes().get(otherNode).async();
  }

  /** A parting above the next nodes, at this depth; both forms have the same frames above them. */
  private Parting parting(int depth, List<CallChange> calls) {
    List<Frame> path = new ArrayList<>();
    for (int node = then - 1; path.size() < depth; node--) {
      if (depth(before, node) == depth - 1 - path.size()) {
        path.add(frame(before, node));
      }
    }
    Collections.reverse(path);
    return new Parting(path, calls);
  }

  private CallChange otherRun() {
    return new CallChange(frame(after, now), run(before, then), run(after, now));
  }

  /** What is called in one form at the first difference, and not or not yet in the other. */
  private List<CallChange> otherCalls(int depth) {
    boolean ceased = depth(before, then) == depth && !siblingFollows(after, now, before, then);
    boolean began = depth(after, now) == depth && !siblingFollows(before, then, after, now);
    // Both calls are still made, in another order.
    boolean swapped = !ceased && !began;
    List<CallChange> changes = new ArrayList<>();
    if (ceased || swapped) {
      changes.add(new CallChange(frame(before, then), run(before, then), 0));
    }
    if (began || swapped) {
      changes.add(new CallChange(frame(after, now), 0, run(after, now)));
    }
    return changes;
  }

  private static Frame frame(CanonicalForm form, int node) {
    return form.nodes().get(node).frame();
  }

  /** Whether {@code call} of the form {@code from} comes in {@code in} from {@code node} on. */
  private static boolean siblingFollows(CanonicalForm in, int node, CanonicalForm from, int call) {
    for (int later = node; depth(in, later) >= depth(from, call); later++) {
      if (alike(in, later, from, call)) {
        return true;
      }
    }
    return false;
  }
}
