package io.tracemill.analysis.signature;

import io.tracemill.analysis.signature.CanonicalForm.Node;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which calls the requests of one flow make, and how often one caller makes each. A run of calls
 * counts as its shortest length ({@link Fold}).
 *
 * <p>Of a truncated form nobody knows what the frames that are open at the cut call in turn, so
 * these are no callers here.
 */
public final class FlowCalls {
  /** That one frame calls another. */
  public record Call(Frame caller, Frame callee) implements Comparable<Call> {
    @Override
    public int compareTo(Call other) {
      int byCaller = caller.compareTo(other.caller);
      return byCaller != 0 ? byCaller : callee.compareTo(other.callee);
    }
  }

  /**
   * Where a flow makes a call for the first time.
   *
   * @param position how many calls begin before it
   * @param depth of the caller
   */
  public record Place(int position, int depth) implements Comparable<Place> {
    /** The earliest first, of several as early the deepest. */
    @Override
    public int compareTo(Place other) {
      int byPosition = Integer.compare(position, other.position);
      return byPosition != 0 ? byPosition : Integer.compare(other.depth, depth);
    }
  }

  private record Open(int depth, Frame frame, Map<Frame, Integer> calls) {}

  private final Set<Frame> callers = new HashSet<>();
  private final Map<Call, Integer> most = new HashMap<>();
  private final Map<Call, Place> first = new HashMap<>();

  private FlowCalls() {}

  /** The calls in a form. */
  public static FlowCalls of(CanonicalForm form) {
    FlowCalls flow = new FlowCalls();
    Deque<Open> open = new ArrayDeque<>();
    int position = 0;
    for (Node node : form.nodes()) {
      while (!open.isEmpty() && open.element().depth >= node.depth()) {
        flow.close(open.remove());
      }
      if (!open.isEmpty()) {
        Open caller = open.element();
        caller.calls.merge(node.frame(), node.run(), Integer::sum);
        flow.first.putIfAbsent(
            new Call(caller.frame, node.frame()), new Place(position, caller.depth));
      }
      open.push(new Open(node.depth(), node.frame(), new HashMap<>()));
      position++;
    }
    if (form.truncated()) {
      open.forEach(caller -> flow.forget(caller.frame));
    } else {
      open.forEach(flow::close);
    }
    return flow;
  }

  private void close(Open caller) {
    callers.add(caller.frame);
    caller.calls.forEach(
        (callee, calls) -> most.merge(new Call(caller.frame, callee), calls, Math::max));
  }

  private void forget(Frame caller) {
    callers.remove(caller);
    most.keySet().removeIf(call -> call.caller.equals(caller));
  }

  /** The frames whose calls are known. */
  public Set<Frame> callers() {
    return Collections.unmodifiableSet(callers);
  }

  /** Each call that is made, and how often the caller that makes it most does. */
  public Map<Call, Integer> most() {
    return Collections.unmodifiableMap(most);
  }

  /** Where the call is made first, if it is. */
  public Optional<Place> first(Call call) {
    return Optional.ofNullable(first.get(call));
  }
}
