package io.tracemill.cli.evaluation;

import io.tracemill.analysis.callingcontext.CallPaths;
import io.tracemill.analysis.callingcontext.CallingContextTree;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.sample.PathTimes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Own nanoseconds by whole call path, of the paths that have any. */
final class OwnTimes {
  private OwnTimes() {}

  static Map<List<PathStep>, Long> of(PathTimes request) {
    List<List<PathStep>> paths = new ArrayList<>();
    Map<List<PathStep>, Long> own = new LinkedHashMap<>();
    for (int node = 0; node < request.size(); node++) {
      int parent = request.parent(node);
      List<PathStep> path =
          new ArrayList<>(parent == CallPaths.NONE ? List.of() : paths.get(parent));
      path.add(request.step(node));
      paths.add(path);
      if (request.exclusiveNanos(node) > 0) {
        own.put(path, request.exclusiveNanos(node));
      }
    }
    return own;
  }

  static PathTimes pathTimes(Map<List<PathStep>, Long> own) {
    CallingContextTree tree = new CallingContextTree();
    own.forEach(
        (path, nanos) -> {
          int node = CallPaths.NONE;
          for (PathStep step : path) {
            node = tree.child(node, step);
          }
          tree.addExclusive(node, nanos);
        });
    return PathTimes.copyOf(tree);
  }
}
