package io.tracemill.analysis.explanation;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.Map;

/**
 * How unlike two categories are (Spectroscope section 5.3): how many nodes of one canonical form
 * have to be inserted, removed or replaced to make it the other, as a part of the longer one.
 *
 * <p>A form is compared as the sequence of its nodes in preorder; two nodes are equal if their
 * depths and frames are. Runs of calls are folded in it, so retries count once. Only the first
 * {@value #MAX_NODES} nodes of a form are compared, which bounds the cost: O(N M) time and O(N)
 * space (Wagner and Fischer's table, one row at a time).
 */
final class EditDistance {
  static final int MAX_NODES = 200;

  private record Symbol(int depth, Frame frame) {}

  private EditDistance() {}

  /** From 0 for equal ones to 1. */
  static double normalised(CanonicalForm one, CanonicalForm other) {
    Map<Symbol, Integer> numbers = new HashMap<>();
    int[] symbols = symbols(one, numbers);
    int[] others = symbols(other, numbers);
    return (double) between(symbols, others) / Math.max(symbols.length, others.length);
  }

  private static int[] symbols(CanonicalForm form, Map<Symbol, Integer> numbers) {
    int[] symbols = new int[Math.min(MAX_NODES, form.nodes().size())];
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
