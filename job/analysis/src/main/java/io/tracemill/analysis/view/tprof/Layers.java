package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The times of all spans of kept requests, by type and by order of calls (tprof section 3).
 *
 * <p>All four layers are unions of groups of layer 4. A request counts if its trace is complete and
 * it is not part of another request. A request of which only the critical path was kept has a type
 * and a duration, but no times of spans.
 */
final class Layers {
  private final double tailShare;
  private final Requests requests = new Requests();
  private final BitSet all = new BitSet();
  private BitSet tail = new BitSet();
  private final Map<Frame, RequestType> types = new TreeMap<>();

  /** The requests of one type (tprof layer 2). */
  static final class RequestType {
    private final Frame name;
    private final BitSet requests = new BitSet();
    private final Map<CallTreeSignature, OrderGroup> orders = new HashMap<>();
    private final BitSet pathsOnly = new BitSet();
    private BitSet tail = new BitSet();

    private RequestType(Frame name) {
      this.name = name;
    }

    Frame name() {
      return name;
    }

    /** The numbers of its requests. */
    BitSet requests() {
      return requests;
    }

    /** The slowest of them. */
    BitSet tail() {
      return tail;
    }

    /** Those without times of spans. */
    BitSet pathsOnly() {
      return pathsOnly;
    }

    /** The groups of layer 4. */
    Collection<OrderGroup> orders() {
      return orders.values();
    }
  }

  private Layers(double tailShare) {
    this.tailShare = tailShare;
  }

  /** Reads all requests. */
  static Layers of(Iterable<KeptRequest> kept, DiagnosisParameters parameters) {
    Layers layers = new Layers(parameters.tailShare());
    RequestReplay replay = new RequestReplay(parameters.replay());
    CallOrder order = new CallOrder(replay.tree());
    SpanTimes times = new SpanTimes(replay.tree(), order);
    for (KeptRequest request : kept) {
      if (request.complete() && request.weight() > 0) {
        TraceTree tree = replay.load(request);
        Frame name = parameters.types().typeOf(request, tree);
        RequestType type = layers.types.computeIfAbsent(name, RequestType::new);
        int number = layers.requests.add(request);
        type.requests.set(number);
        if (request.pathOnly()) {
          type.pathsOnly.set(number);
        } else {
          layers.addSpans(type, number, replay, order, times);
        }
      }
    }
    layers.chooseTails();
    return layers;
  }

  private void addSpans(
      RequestType type, int number, RequestReplay replay, CallOrder order, SpanTimes times) {
    CallTreeSignature signature = order.read();
    times.read(replay.path(0));
    @Nullable OrderGroup group = type.orders.get(signature);
    if (group == null) {
      group = new OrderGroup(signature, order.structure(), times.layout());
      type.orders.put(signature, group);
    }
    group.add(number, times.values());
  }

  private void chooseTails() {
    all.set(0, requests.size());
    tail = requests.slowest(all, tailShare);
    for (RequestType type : types.values()) {
      type.tail = requests.slowest(type.requests, tailShare);
      type.orders.values().forEach(group -> group.sumUp(requests, type.tail));
    }
  }

  Requests requests() {
    return requests;
  }

  /** The numbers of all requests. */
  BitSet all() {
    return all;
  }

  /** The slowest of all requests. */
  BitSet tail() {
    return tail;
  }

  Collection<RequestType> types() {
    return types.values();
  }
}
