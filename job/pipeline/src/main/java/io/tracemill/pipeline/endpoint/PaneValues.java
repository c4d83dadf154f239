package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;

/** A value of the current endpoint for each of some panes, by start of the pane. */
final class PaneValues<T> {
  private final MapState<Long, T> state;

  PaneValues(RuntimeContext context, String name, Codec<T> codec) {
    state =
        context.getMapState(
            new MapStateDescriptor<>(name, LongSerializer.INSTANCE, new CodecSerializer<>(codec)));
  }

  Optional<T> get(long startMillis) throws Exception {
    return Optional.ofNullable(state.get(startMillis));
  }

  void put(long startMillis, T value) throws Exception {
    state.put(startMillis, value);
  }

  /** All starts, in order; a copy. */
  NavigableSet<Long> starts() throws Exception {
    NavigableSet<Long> starts = new TreeSet<>();
    state.keys().forEach(starts::add);
    return starts;
  }

  /** Forgets all panes that start before {@code millis}. */
  void dropBefore(long millis) throws Exception {
    for (long start : starts().headSet(millis)) {
      state.remove(start);
    }
  }

  void clear() {
    state.clear();
  }

  /** Rows of a pane's sampled requests. */
  public static final class RowsCodec implements Codec<List<RequestRow>> {
    @Override
    public void write(List<RequestRow> rows, DataOutput out) throws IOException {
      RequestRow.write(rows, out);
    }

    @Override
    public List<RequestRow> read(DataInput in) throws IOException {
      return RequestRow.read(in);
    }
  }
}
