package io.tracemill.analysis.explanation;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Canonical forms in one line: {@code form("shop(cart(db*3) ~mail)")}. */
final class Forms {
  private Forms() {}

  static CanonicalForm form(String text) {
    return new CanonicalForm(nodes(text), false);
  }

  static Frame frame(String name) {
    return Frame.of(name, name);
  }

  private static List<Node> nodes(String text) {
    List<Node> nodes = new ArrayList<>();
    int depth = 0;
    for (String token : text.split("(?=[() ])|(?<=[() ])")) {
      if (token.equals("(")) {
        depth++;
      } else if (token.equals(")")) {
        depth--;
      } else if (!token.isBlank()) {
        nodes.add(node(depth, token));
      }
    }
    return nodes;
  }

  private static Node node(int depth, String token) {
    boolean async = token.startsWith("~");
    String[] parts = (async ? token.substring(1) : token).split("\\*");
    int run = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
    return new Node(depth, frame(parts[0]), async, run);
  }

  /** Forms of one root, few names and up to 13 nodes. */
  static Arbitrary<CanonicalForm> any() {
    Arbitrary<Node> below =
        Combinators.combine(
                Arbitraries.integers().between(1, 4),
                Arbitraries.of("a", "b", "c"),
                Arbitraries.of(true, false, false),
                Arbitraries.integers().between(1, 2))
            .as((depth, name, async, run) -> new Node(depth, frame(name), async, run));
    return below.list().ofMaxSize(12).map(Forms::ofNodes);
  }

  private static CanonicalForm ofNodes(List<Node> below) {
    List<Node> nodes = new ArrayList<>(List.of(new Node(0, frame("root"), false, 1)));
    for (Node node : below) {
      int depth = Math.min(node.depth(), nodes.get(nodes.size() - 1).depth() + 1);
      nodes.add(new Node(depth, node.frame(), node.async(), node.run()));
    }
    return new CanonicalForm(nodes, false);
  }
}
