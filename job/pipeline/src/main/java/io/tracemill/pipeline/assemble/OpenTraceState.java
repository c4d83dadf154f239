package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

/**
 * The state of open traces. Unless a method says otherwise, it concerns the trace of the current
 * key.
 */
final class OpenTraceState {
  private final KeyedStateBackend<TraceId> backend;
  private final ListStateDescriptor<Fragment> lists =
      new ListStateDescriptor<>("fragments", new CodecSerializer<>(new FragmentCodec()));
  private final ValueStateDescriptor<Optional<Frame>> endpoints =
      new ValueStateDescriptor<>("reopened", new CodecSerializer<>(new ReopenedCodec()));

  /** Key: trace id; up to max-spans or max-bytes; cleared when the trace closes. */
  private final ListState<Fragment> fragments;

  /**
   * Key: trace id; the endpoint of a reopened trace, because its tombstone may expire before the
   * trace closes again; one name; cleared when the trace closes.
   */
  private final ValueState<Optional<Frame>> reopened;

  OpenTraceState(KeyedStateBackend<TraceId> backend) throws Exception {
    this.backend = backend;
    fragments =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, lists);
    reopened =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, endpoints);
  }

  /**
   * All open traces of a snapshot; reads everything.
   *
   * @param grown adds one more fragment to a trace
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
    forEachKey(
        endpoints,
        (traceId, endpoint) -> traces.computeIfPresent(traceId, (id, open) -> open.reopen()));
    return traces;
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

  /** Marks the trace as reopened, and stores its endpoint if known. */
  void reopen(Optional<Frame> endpoint) throws IOException {
    reopened.update(endpoint);
  }

  /** The endpoint of the trace before it was reopened; {@code last} is its latest known state. */
  Optional<Frame> endpoint(OpenTrace last) throws IOException {
    return last.reopened() ? reopened.value() : Optional.empty();
  }

  /** Forgets the trace; {@code last} is its latest known state. */
  void clear(OpenTrace last) {
    fragments.clear();
    if (last.reopened()) {
      reopened.clear();
    }
  }
}
