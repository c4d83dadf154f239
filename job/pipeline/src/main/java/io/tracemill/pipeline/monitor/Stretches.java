package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.profile.EndpointAccumulator;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.flink.api.common.state.MapState;

/** Requests of the key at hand, in stretches of time, by their start. */
final class Stretches {
  private final MapState<Long, EndpointAccumulator> state;

  Stretches(MapState<Long, EndpointAccumulator> state) {
    this.state = state;
  }

  /** Adds {@code requests}, which are not to be used by anybody else any more. */
  void add(long startMillis, EndpointAccumulator requests) throws Exception {
    EndpointAccumulator known = state.get(startMillis);
    if (known == null) {
      state.put(startMillis, requests);
    } else {
      known.merge(requests);
      state.put(startMillis, known);
    }
  }

  /** What there is of these starts; not to be changed. */
  List<Block> get(Iterable<Long> starts) throws Exception {
    List<Block> blocks = new ArrayList<>();
    for (long start : starts) {
      EndpointAccumulator requests = state.get(start);
      if (requests != null) {
        blocks.add(new Block(start, requests));
      }
    }
    return blocks;
  }

  /** Gives away what starts at {@code startMillis}, of which there is something. */
  EndpointAccumulator take(long startMillis) throws Exception {
    EndpointAccumulator taken = state.get(startMillis);
    state.remove(startMillis);
    return taken;
  }

  void remove(long startMillis) throws Exception {
    state.remove(startMillis);
  }

  /** All that starts before {@code millis}, in order. */
  SortedSet<Long> startsBefore(long millis) throws Exception {
    SortedSet<Long> starts = new TreeSet<>();
    for (long start : state.keys()) {
      if (start < millis) {
        starts.add(start);
      }
    }
    return starts;
  }

  void clear() {
    state.clear();
  }
}
