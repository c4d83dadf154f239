package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.pipeline.aggregate.SealedRequests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.api.common.state.MapState;

/** Requests of the key at hand, in stretches of time, by their start. */
final class Stretches {
  private final MapState<Long, SealedRequests> state;

  Stretches(MapState<Long, SealedRequests> state) {
    this.state = state;
  }

  /** Adds {@code requests}, which are not to be changed by anybody any more. */
  void add(long startMillis, EndpointAccumulator requests) throws Exception {
    SealedRequests known = state.get(startMillis);
    state.put(startMillis, known == null ? SealedRequests.of(requests) : known.and(requests));
  }

  /** What there is of these starts; not to be changed. */
  List<Block> get(Iterable<Long> starts) throws Exception {
    List<Block> blocks = new ArrayList<>();
    for (long start : starts) {
      SealedRequests known = state.get(start);
      if (known != null) {
        blocks.add(new Block(start, known.requests()));
      }
    }
    return blocks;
  }

  /** Takes out what starts at {@code startMillis}, of which there is something. */
  EndpointAccumulator take(long startMillis) throws Exception {
    EndpointAccumulator taken = state.get(startMillis).requests();
    state.remove(startMillis);
    return taken;
  }

  void remove(long startMillis) throws Exception {
    state.remove(startMillis);
  }

  /** All that starts before {@code millis}, in order. */
  SortedSet<Long> startsBefore(long millis) throws Exception {
    return starts().headSet(millis);
  }

  /** All that starts at {@code millis} or later, in order. */
  SortedSet<Long> startsFrom(long millis) throws Exception {
    return starts().tailSet(millis);
  }

  private NavigableSet<Long> starts() throws Exception {
    NavigableSet<Long> starts = new TreeSet<>();
    state.keys().forEach(starts::add);
    return starts;
  }

  /** Has what {@code others} have, and nothing else; they have nothing any more. */
  void replaceBy(Stretches others) throws Exception {
    clear();
    for (Map.Entry<Long, SealedRequests> other : others.state.entries()) {
      state.put(other.getKey(), other.getValue());
    }
    others.clear();
  }

  void clear() {
    state.clear();
  }
}
