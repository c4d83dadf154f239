package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.pipeline.count.SealedSums;
import io.tracemill.pipeline.count.SumsCodec;
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
  private final MapState<Long, SealedSums> state;

  SumsByStart(RuntimeContext context, String name) {
    state =
        context.getMapState(
            new MapStateDescriptor<>(
                name, LongSerializer.INSTANCE, new CodecSerializer<>(new SumsCodec())));
  }

  /** Adds {@code requests}. */
  void add(long startMillis, EndpointSums requests) throws Exception {
    SealedSums known = state.get(startMillis);
    state.put(startMillis, known == null ? SealedSums.of(requests) : known.and(requests));
  }

  /** Stores {@code requests} in place of the known sum. */
  void put(long startMillis, EndpointSums requests) throws Exception {
    state.put(startMillis, SealedSums.of(requests));
  }

  /** The sum of the period that starts then, made anew at each call. */
  Optional<EndpointSums> get(long startMillis) throws Exception {
    return Optional.ofNullable(state.get(startMillis)).map(SealedSums::sums);
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
