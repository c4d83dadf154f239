package io.tracemill.analysis.explanation;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * The difference of two categories (Spectroscope section 5.3). It counts the nodes to insert,
 * remove or replace to turn one canonical form into the other. It divides the count by the longer
 * form.
 *
 * <p>A form is compared as the sequence of its nodes in preorder; two nodes are equal if their
 * depths and frames are equal. Runs of calls are folded, so retries count once. Only the first
 * {@value #MAX_NODES} nodes of a form are compared, which bounds the cost: O(N M) time and O(N)
 * space.
 */
final class EditDistance {
  static final int MAX_NODES = 200;

  private static final LevenshteinDistance DISTANCE = LevenshteinDistance.getDefaultInstance();

  private record Symbol(int depth, Frame frame) {}

  private EditDistance() {}

  /** From 0 for equal forms to 1. */
  static double normalised(CanonicalForm one, CanonicalForm other) {
    Map<Symbol, Character> letters = new HashMap<>();
    String word = word(one, letters);
    String otherWord = word(other, letters);
    return (double) DISTANCE.apply(word, otherWord) / Math.max(word.length(), otherWord.length());
  }

  /** One letter for each node; equal nodes have the same letter. */
  private static String word(CanonicalForm form, Map<Symbol, Character> letters) {
    List<Node> nodes = form.nodes().subList(0, Math.min(MAX_NODES, form.nodes().size()));
    StringBuilder word = new StringBuilder();
    for (Node node : nodes) {
      Symbol symbol = new Symbol(node.depth(), node.frame());
      word.append(letters.computeIfAbsent(symbol, unknown -> (char) letters.size()).charValue());
    }
    return word.toString();
  }
}
