package io.tracemill.analysis.detection;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Which frames of an endpoint call which, as far as calls have rows. */
final class CallGraph {
  private static final int MAX_DEPTH = 50;

  private final EndpointRows rows;
  private final List<Call> calls;
  private final Map<Frame, Integer> depths = new HashMap<>();

  CallGraph(EndpointRows rows) {
    this.rows = rows;
    this.calls = rows.calls().map(Map.Entry::getKey).toList();
    Set<Frame> level = calls.stream().map(Call::parent).collect(Collectors.toSet());
    calls.forEach(call -> level.remove(call.child()));
    Set<Frame> next = level;
    for (int depth = 0; depth < MAX_DEPTH && !next.isEmpty(); depth++) {
      for (Frame frame : next) {
        depths.put(frame, depth);
      }
      next = children(next);
      next.removeAll(depths.keySet());
    }
  }

  private Set<Frame> children(Collection<Frame> parents) {
    return parents.stream()
        .flatMap(parent -> rows.callsBelow(parent).stream())
        .map(Call::child)
        .collect(Collectors.toSet());
  }

  /** How many calls lie between the endpoint's first frame and this one, at least. */
  int depth(Frame frame) {
    return depths.getOrDefault(frame, 0);
  }

  /** The depth of the deepest frame that an edge or operation stands for. */
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

  /** These frames and all that they call, at any depth. */
  Set<Frame> reachable(Collection<Frame> from) {
    Set<Frame> reached = new HashSet<>(from);
    Set<Frame> level = reached;
    while (!level.isEmpty()) {
      level = children(level);
      level.removeAll(reached);
      reached.addAll(level);
    }
    return reached;
  }

  /** A call of a client's own span stands for the call of what that span leads to. */
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
