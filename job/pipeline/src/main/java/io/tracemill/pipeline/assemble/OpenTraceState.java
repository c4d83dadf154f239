package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.State;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.KeyedStateFunction;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/** The state of open traces; of the one whose id is the key at hand, unless said otherwise. */
final class OpenTraceState {
  private final KeyedStateBackend<TraceId> backend;
  private final ListStateDescriptor<Fragment> lists =
      new ListStateDescriptor<>("fragments", new CodecSerializer<>(new FragmentCodec()));
  private final ValueStateDescriptor<OpenTrace> headers =
      new ValueStateDescriptor<>("open-trace", new CodecSerializer<>(new OpenTraceCodec()));
  private final ValueStateDescriptor<Frame> frames =
      new ValueStateDescriptor<>("reopened-endpoint", new CodecSerializer<>(new FrameCodec()));

  /** Key: trace id; up to max-spans or max-bytes; cleared when the trace closes. */
  private final ListState<Fragment> fragments;

  /**
   * Key: trace id; of a trace that had closed before alone, as its fragments do not say that;
   * cleared when the trace closes.
   */
  private final ValueState<OpenTrace> reopened;

  /**
   * Key: trace id; of the same traces, the endpoint they are known by, as their tombstones may go
   * before they close; one name; cleared when the trace closes.
   */
  private final ValueState<Frame> endpoints;

  OpenTraceState(KeyedStateBackend<TraceId> backend) throws Exception {
    this.backend = backend;
    fragments =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, lists);
    reopened =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, headers);
    endpoints =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, frames);
  }

  /**
   * All open traces of a snapshot; reads everything.
   *
   * @param grown what is known of a trace with one more fragment
   */
  Map<TraceId, OpenTrace> restored(BiFunction<OpenTrace, Fragment, OpenTrace> grown)
      throws Exception {
    Map<TraceId, OpenTrace> traces = new HashMap<>();
    forEachKey(
        lists,
        (traceId, stored) -> {
          OpenTrace open = OpenTrace.NONE;
          for (Fragment fragment : stored.get()) {
            open = grown.apply(open, fragment);
          }
          traces.put(traceId, open);
        });
    forEachKey(headers, (traceId, header) -> restoreHeader(traceId, header, traces));
    return traces;
  }

  /** Snapshots of earlier versions have a header of every trace. */
  private static void restoreHeader(
      TraceId traceId, ValueState<OpenTrace> header, Map<TraceId, OpenTrace> traces)
      throws IOException {
    if (header.value().reopened()) {
      traces.computeIfPresent(traceId, (id, open) -> open.reopen());
    } else {
      header.clear();
    }
  }

  private <S extends State> void forEachKey(
      StateDescriptor<S, ?> descriptor, KeyedStateFunction<TraceId, S> action) throws Exception {
    backend.applyToAllKeys(
        VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, descriptor, action);
  }

  void add(Fragment fragment) throws Exception {
    fragments.add(fragment);
  }

  List<Fragment> fragments() throws Exception {
    List<Fragment> stored = new ArrayList<>();
    fragments.get().forEach(stored::add);
    return stored;
  }

  /** Remembers that the trace had closed before, and what it is known by. */
  void reopen(OpenTrace open, TraceEndpoint endpoint) throws IOException {
    reopened.update(open);
    if (endpoint.frame().isPresent()) {
      endpoints.update(endpoint.frame().get());
    }
  }

  /** What the trace, of which {@code last} is known, was known by when it was reopened. */
  TraceEndpoint endpoint(OpenTrace last) throws IOException {
    if (!last.reopened()) {
      return TraceEndpoint.unknown();
    }
    Frame known = endpoints.value();
    return known == null ? TraceEndpoint.unknown() : TraceEndpoint.of(known);
  }

  /** Forgets the trace, of which {@code last} was known. */
  void clear(OpenTrace last) {
    fragments.clear();
    if (last.reopened()) {
      reopened.clear();
      endpoints.clear();
    }
  }
}
