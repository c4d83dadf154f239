package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.pipeline.aggregate.AccumulatorCodec;
import io.tracemill.pipeline.aggregate.SealedRequests;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/** Sums of the current key's requests, by start of their period. */
final class SumsByStart {
  private final MapState<Long, SealedRequests> state;

  SumsByStart(RuntimeContext context, String name) {
    state =
        context.getMapState(
            new MapStateDescriptor<>(
                name, LongSerializer.INSTANCE, new CodecSerializer<>(new AccumulatorCodec())));
  }

  /** Adds {@code requests}. The caller must not change them afterwards. */
  void add(long startMillis, EndpointAccumulator requests) throws Exception {
    SealedRequests known = state.get(startMillis);
    state.put(startMillis, known == null ? SealedRequests.of(requests) : known.and(requests));
  }

  /**
   * Stores {@code requests} in place of the known sum. The caller must not change them afterwards.
   */
  void put(long startMillis, EndpointAccumulator requests) throws Exception {
    state.put(startMillis, SealedRequests.of(requests));
  }

  /** The sum of the period that starts then; not to be changed. */
  Optional<EndpointAccumulator> get(long startMillis) throws Exception {
    return Optional.ofNullable(state.get(startMillis)).map(SealedRequests::requests);
  }

  void remove(long startMillis) throws Exception {
    state.remove(startMillis);
  }

  /** Forgets all periods that start before {@code millis}. */
  void dropBefore(long millis) throws Exception {
    for (long start : starts().headSet(millis)) {
      state.remove(start);
    }
  }

  /** All starts, in order; a copy. */
  NavigableSet<Long> starts() throws Exception {
    NavigableSet<Long> starts = new TreeSet<>();
    state.keys().forEach(starts::add);
    return starts;
  }

  boolean isEmpty() throws Exception {
    return state.isEmpty();
  }

  void clear() {
    state.clear();
  }
}
