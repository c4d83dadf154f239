package io.tracemill.analysis.detection;

import io.tracemill.analysis.place.Call;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Which frames of an endpoint call which, as far as calls have rows. */
final class CallGraph {
  private static final int MAX_DEPTH = 50;

  private final EndpointRows rows;
  private final Map<Frame, Integer> depths = new LinkedHashMap<>();

  CallGraph(EndpointRows rows) {
    this.rows = rows;
    Set<Frame> level = new LinkedHashSet<>();
    rows.calls().forEach(call -> level.add(call.getKey().parent()));
    rows.calls().forEach(call -> level.remove(call.getKey().child()));
    for (int depth = 0; depth < MAX_DEPTH && !level.isEmpty(); depth++) {
      level.removeAll(depths.keySet());
      for (Frame frame : level) {
        depths.put(frame, depth);
      }
      Set<Frame> next = children(level);
      level.clear();
      level.addAll(next);
    }
  }

  private Set<Frame> children(Collection<Frame> parents) {
    Set<Frame> children = new LinkedHashSet<>();
    for (Frame parent : parents) {
      rows.callsBelow(parent).forEach(call -> children.add(call.child()));
    }
    return children;
  }

  /** How many calls lie between the endpoint's first frame and this one, at least. */
  int depth(Frame frame) {
    return depths.getOrDefault(frame, 0);
  }

  /** The depth of the deepest frame that an edge or operation stands for. */
  int depth(Place place) {
    if (place instanceof Place.Operation operation) {
      return depth(operation.frame());
    }
    return rows.calls()
        .map(Map.Entry::getKey)
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
    Set<Frame> level = new LinkedHashSet<>(from);
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
    List<Call> further = rows.callsBelow(call.child());
    Optional<Call> leaving =
        further.stream()
            .filter(next -> !next.child().service().equals(call.child().service()))
            .findFirst();
    return leaving.map(next -> new Call(call.parent(), next.child())).orElse(call);
  }
}
