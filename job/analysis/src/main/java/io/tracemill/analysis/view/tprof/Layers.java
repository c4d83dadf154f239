package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
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
  private final Requests requests;
  private final Map<Frame, RequestType> types;
  private final BitSet all = new BitSet();
  private final BitSet tail;

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

  private Layers(Requests requests, Map<Frame, RequestType> types, double tailShare) {
    this.requests = requests;
    this.types = types;
    all.set(0, requests.size());
    tail = requests.slowest(all, tailShare);
    for (RequestType type : types.values()) {
      type.tail = requests.slowest(type.requests, tailShare);
      type.orders.values().forEach(group -> group.sumUp(requests, type.tail));
    }
  }

  /** Reads all requests. */
  static Layers of(Iterable<KeptRequest> kept, DiagnosisParameters parameters) {
    List<Requests.One> requests = new ArrayList<>();
    RequestWeights.Builder weights = new RequestWeights.Builder();
    Map<Frame, RequestType> types = new TreeMap<>();
    RequestReplay replay = new RequestReplay(parameters.replay());
    CallOrder order = new CallOrder(replay.tree());
    SpanTimes times = new SpanTimes(replay.tree(), order);
    for (KeptRequest request : kept) {
      if (RequestWeights.Builder.counts(request)) {
        TraceTree tree = replay.load(request);
        Frame name = parameters.types().typeOf(request, tree);
        RequestType type = types.computeIfAbsent(name, RequestType::new);
        int number = weights.add(request);
        requests.add(Requests.One.of(request));
        type.requests.set(number);
        if (request.pathOnly()) {
          type.pathsOnly.set(number);
        } else {
          addSpans(type, number, replay, order, times);
        }
      }
    }
    return new Layers(new Requests(requests, weights.build()), types, parameters.tailShare());
  }

  private static void addSpans(
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
