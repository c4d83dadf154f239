package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.callingcontext.TreeDifference;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Folded stacks: {@code frontend GET /cart;cart lookup 1200000}, one line for each call path with
 * own time. A differential line has two figures, before and after, like the output of {@code
 * difffolded.pl}. Semicolons and line breaks in names are written as {@code %3B}, {@code %0A} and
 * {@code %0D}.
 */
final class FoldedStacks {
  private FoldedStacks() {}

  /** Writes the second tree, or both if the graph {@code isDifference}. */
  static void write(TreeDifference graph, boolean isDifference, OutputStream out)
      throws IOException {
    String[] paths = new String[graph.nodes().size()];
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < paths.length; i++) {
      TreeDifference.Node node = graph.nodes().get(i);
      String name = escape(node.step().frame().toString());
      paths[i] = node.parent() < 0 ? name : paths[node.parent()] + ";" + name;
      TreeDifference.Change own = node.own();
      if (own.afterNanos() > 0 || own.beforeNanos() > 0) {
        lines.append(paths[i]).append(' ');
        if (isDifference) {
          lines.append(own.beforeNanos()).append(' ');
        }
        lines.append(own.afterNanos()).append('\n');
      }
    }
    out.write(lines.toString().getBytes(UTF_8));
  }

  private static String escape(String name) {
    return name.replace(";", "%3B").replace("\n", "%0A").replace("\r", "%0D");
  }
}
