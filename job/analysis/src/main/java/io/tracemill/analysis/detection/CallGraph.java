package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The calls between the frames of an endpoint, as far as they have rows. */
final class CallGraph {
  private final EndpointRows rows;
  private final List<Call> calls;
  private final Map<Frame, Integer> depths;

  CallGraph(EndpointRows rows) {
    this.rows = rows;
    calls = rows.calls().map(Map.Entry::getKey).toList();
    Set<Frame> entries = calls.stream().map(Call::parent).collect(Collectors.toSet());
    calls.forEach(call -> entries.remove(call.child()));
    depths = depthsFrom(entries);
  }

  /** The frames reachable from these, each with the smallest number of calls between. */
  private Map<Frame, Integer> depthsFrom(Set<Frame> entries) {
    Map<Frame, Integer> found = new HashMap<>();
    Set<Frame> level = entries;
    for (int depth = 0; !level.isEmpty(); depth++) {
      for (Frame frame : level) {
        found.put(frame, depth);
      }
      level =
          level.stream()
              .flatMap(parent -> rows.callsBelow(parent).stream())
              .map(Call::child)
              .filter(child -> !found.containsKey(child))
              .collect(Collectors.toSet());
    }
    return found;
  }

  /** The smallest number of calls between the endpoint's first frame and this one. */
  int depth(Frame frame) {
    return depths.getOrDefault(frame, 0);
  }

  /** The depth of the deepest frame of an edge or operation. */
  int depth(Place place) {
    return place instanceof Place.Operation operation
        ? depth(operation.frame())
        : calls.stream()
            .filter(call -> place instanceof Place.Edge edge && isAlong(call, edge))
            .mapToInt(call -> depth(call.parent()))
            .max()
            .orElse(0);
  }

  private static boolean isAlong(Call call, Place.Edge edge) {
    return call.parent().service().equals(edge.caller())
        && call.child().service().equals(edge.callee());
  }

  /** These frames and all frames that they call, at any depth. */
  Set<Frame> reachable(Set<Frame> from) {
    return depthsFrom(from).keySet();
  }

  /** A call of a client span stands for the call of the frame below that span. */
  Call beyondClient(Call call) {
    if (!call.parent().service().equals(call.child().service())) {
      return call;
    }
    return rows.callsBelow(call.child()).stream()
        .filter(next -> !next.child().service().equals(call.child().service()))
        .findFirst()
        .map(next -> new Call(call.parent(), next.child()))
        .orElse(call);
  }
}
