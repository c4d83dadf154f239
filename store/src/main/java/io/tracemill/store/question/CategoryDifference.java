package io.tracemill.store.question;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.QueryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Two call trees side by side: which calls one has more (P-Tracer 4.1.3). Calls are aligned in
 * their order, by the longest common subsequence of their call paths.
 *
 * @param calls in the order of the calls
 */
public record CategoryDifference(
    Frame firstEndpoint,
    String firstCategory,
    Frame secondEndpoint,
    String secondCategory,
    List<Call> calls) {
  /** The largest number of pairs of calls to compare. */
  private static final long MAX_PAIRS = 25_000_000;

  /**
   * A call in both trees or one.
   *
   * @param depth calls from the root
   * @param firstRun number of equal calls in the first tree, or what counts as equally many; 0 if
   *     it has none
   * @param secondRun likewise in the second tree
   */
  public record Call(
      int depth, String service, String operation, boolean async, int firstRun, int secondRun) {
    /** Whether both trees have it equally often. */
    public boolean same() {
      return firstRun == secondRun;
    }
  }

  public CategoryDifference {
    calls = List.copyOf(calls);
  }

  /** Compares two categories. */
  public static CategoryDifference of(
      CategorySearch.Category first, CategorySearch.Category second) {
    Map<Step, Integer> paths = new HashMap<>();
    return new CategoryDifference(
        first.endpoint(),
        first.hex(),
        second.endpoint(),
        second.hex(),
        align(
            first.form().nodes(),
            paths(first.form(), paths),
            second.form().nodes(),
            paths(second.form(), paths)));
  }

  private record Step(int parentPath, Frame frame, boolean async) {}

  /** Numbers the call paths of the nodes: equal paths have equal numbers. */
  private static int[] paths(CanonicalForm form, Map<Step, Integer> known) {
    int[] paths = new int[form.nodes().size()];
    List<Integer> above = new ArrayList<>();
    for (int i = 0; i < paths.length; i++) {
      CanonicalForm.Node node = form.nodes().get(i);
      int parent = node.depth() == 0 ? -1 : above.get(node.depth() - 1);
      Step step = new Step(parent, node.frame(), node.async());
      paths[i] = known.computeIfAbsent(step, unseen -> known.size());
      above.subList(node.depth(), above.size()).clear();
      above.add(paths[i]);
    }
    return paths;
  }

  private static List<Call> align(
      List<CanonicalForm.Node> first, int[] a, List<CanonicalForm.Node> second, int[] b) {
    if ((long) a.length * b.length > MAX_PAIRS) {
      throw new QueryException(
          "the call trees are too large to compare: %,d and %,d calls"
              .formatted(a.length, b.length));
    }
    int[][] common = new int[a.length + 1][b.length + 1];
    for (int i = a.length - 1; i >= 0; i--) {
      for (int j = b.length - 1; j >= 0; j--) {
        common[i][j] =
            a[i] == b[j] ? 1 + common[i + 1][j + 1] : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<Call> calls = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] == b[j]) {
        calls.add(call(first.get(i), first.get(i++).run(), second.get(j++).run()));
      } else if (j == b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
        calls.add(call(first.get(i), first.get(i++).run(), 0));
      } else {
        calls.add(call(second.get(j), 0, second.get(j++).run()));
      }
    }
    return calls;
  }

  private static Call call(CanonicalForm.Node node, int firstRun, int secondRun) {
    return new Call(
        node.depth(),
        node.frame().service(),
        node.frame().operation(),
        node.async(),
        firstRun,
        secondRun);
  }
}
