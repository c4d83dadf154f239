package io.tracemill.connectors.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Folded stacks: {@code frontend GET /cart;cart lookup 1200000}, one line for each call path with
 * own time. A differential line has two figures, before and after, like the output of {@code
 * difffolded.pl}. Semicolons and line breaks in names are written as {@code %3B}, {@code %0A} and
 * {@code %0D}.
 */
final class FoldedStacks {
  private FoldedStacks() {}

  static void write(FlameGraph graph, OutputStream out) throws IOException {
    List<String> path = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    for (FlameGraph.Node node : graph.nodes()) {
      while (path.size() > node.level()) {
        path.remove(path.size() - 1);
      }
      path.add(escape(node.label()));
      if (node.selfNanos() > 0 || node.baseSelfNanos() > 0) {
        lines.append(String.join(";", path)).append(' ');
        if (graph.isDifference()) {
          lines.append(node.baseSelfNanos()).append(' ');
        }
        lines.append(node.selfNanos()).append('\n');
      }
    }
    out.write(lines.toString().getBytes(UTF_8));
  }

  private static String escape(String name) {
    return name.replace(";", "%3B").replace("\n", "%0A").replace("\r", "%0D");
  }
}
