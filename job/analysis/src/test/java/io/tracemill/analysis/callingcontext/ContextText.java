package io.tracemill.analysis.callingcontext;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A CCCT as lines, one a node: {@code "r op > a op: 2 spans, 10 of 30 ns"}. */
public final class ContextText {
  private ContextText() {}

  /** By call path, so that the order in which nodes were made does not show. */
  public static List<String> of(CallingContextTree contexts) {
    List<String> paths = new ArrayList<>();
    TreeMap<String, String> lines = new TreeMap<>();
    for (int node = 0; node < contexts.size(); node++) {
      int parent = contexts.parent(node);
      String above = parent < 0 ? "" : paths.get(parent) + " > ";
      paths.add(above + contexts.step(node));
      lines.put(
          paths.get(node),
          "%s: %d spans, %d of %d ns"
              .formatted(
                  paths.get(node),
                  contexts.spans(node),
                  contexts.exclusiveNanos(node),
                  contexts.inclusiveNanos(node)));
    }
    return List.copyOf(lines.values());
  }
}
