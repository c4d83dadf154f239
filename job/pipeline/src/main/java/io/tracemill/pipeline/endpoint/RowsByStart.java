package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.jspecify.annotations.Nullable;

/** Rows of the current endpoint's sampled requests, by start of their pane. */
final class RowsByStart {
  /**
   * Key: endpoint; rows of a pane, bounded by the sample; cleared when the pane is older than the
   * history.
   */
  private final MapState<Long, List<RequestRow>> state;

  RowsByStart(RuntimeContext context) {
    state =
        context.getMapState(
            new MapStateDescriptor<>(
                "rows", LongSerializer.INSTANCE, new CodecSerializer<>(new RowsCodec())));
  }

  /** Adds rows of a pane. */
  void add(long startMillis, List<RequestRow> rows) throws Exception {
    @Nullable List<RequestRow> known = state.get(startMillis);
    List<RequestRow> all = new ArrayList<>(known == null ? List.of() : known);
    all.addAll(rows);
    state.put(startMillis, all);
  }

  /** The rows of all panes that start in a range of time. */
  List<RequestRow> between(long startMillis, long endMillis) throws Exception {
    SortedMap<Long, List<RequestRow>> panes = new TreeMap<>();
    for (var pane : state.entries()) {
      if (pane.getKey() >= startMillis && pane.getKey() < endMillis) {
        panes.put(pane.getKey(), pane.getValue());
      }
    }
    return panes.values().stream().flatMap(List::stream).toList();
  }

  /** Whether it has rows of a pane that starts at {@code millis} or later. */
  boolean holdsFrom(long millis) throws Exception {
    for (long start : state.keys()) {
      if (start >= millis) {
        return true;
      }
    }
    return false;
  }

  /** Forgets all panes that start before {@code millis}. */
  void dropBefore(long millis) throws Exception {
    for (Iterator<Map.Entry<Long, List<RequestRow>>> each = state.iterator(); each.hasNext(); ) {
      if (each.next().getKey() < millis) {
        each.remove();
      }
    }
  }

  void clear() {
    state.clear();
  }

  /** The rows of a pane. */
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
