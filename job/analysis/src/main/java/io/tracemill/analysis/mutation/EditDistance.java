package io.tracemill.analysis.mutation;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.Map;

/**
 * How unlike two categories are (Spectroscope section 5.3): how many nodes of one canonical form
 * have to be inserted, removed or replaced to make it the other.
 *
 * <p>A form is compared as the sequence of its nodes in preorder; two nodes are equal if their
 * depths and frames are. Runs of calls are folded in it, so retries count once. Of a long form only
 * the first {@code maxNodes} nodes are compared, which bounds the cost: a distance takes O(N M)
 * time and O(N + M) space.
 *
 * <p>Implementation notes: Levenshtein's distance by Wagner and Fischer's table, one row at a time.
 */
public final class EditDistance {
  private record Symbol(int depth, Frame frame) {}

  private final int maxNodes;

  /**
   * @param maxNodes how many nodes of a form are compared; 1 or more
   */
  public EditDistance(int maxNodes) {
    if (maxNodes < 1) {
      throw new IllegalArgumentException("maxNodes must be at least 1, is " + maxNodes);
    }
    this.maxNodes = maxNodes;
  }

  /** The distance by the length of the longer form: 0 for equal ones, at most 1. */
  public double normalised(CanonicalForm one, CanonicalForm other) {
    return (double) between(one, other) / Math.max(length(one), length(other));
  }

  /** The number of changes. */
  public int between(CanonicalForm one, CanonicalForm other) {
    Map<Symbol, Integer> numbers = new HashMap<>();
    return between(symbols(one, numbers), symbols(other, numbers));
  }

  private int length(CanonicalForm form) {
    return Math.min(maxNodes, form.nodes().size());
  }

  private int[] symbols(CanonicalForm form, Map<Symbol, Integer> numbers) {
    int[] symbols = new int[length(form)];
    for (int i = 0; i < symbols.length; i++) {
      Node node = form.nodes().get(i);
      Symbol symbol = new Symbol(node.depth(), node.frame());
      symbols[i] = numbers.computeIfAbsent(symbol, unknown -> numbers.size());
    }
    return symbols;
  }

  private static int between(int[] one, int[] other) {
    // After i rows, distance[j] is that of the first i symbols and the other's first j.
    int[] distance = new int[other.length + 1];
    for (int j = 0; j <= other.length; j++) {
      distance[j] = j;
    }
    for (int i = 0; i < one.length; i++) {
      int diagonal = distance[0];
      distance[0] = i + 1;
      for (int j = 0; j < other.length; j++) {
        int replaced = diagonal + (one[i] == other[j] ? 0 : 1);
        diagonal = distance[j + 1];
        distance[j + 1] = Math.min(replaced, 1 + Math.min(diagonal, distance[j]));
      }
    }
    return distance[other.length];
  }
}
