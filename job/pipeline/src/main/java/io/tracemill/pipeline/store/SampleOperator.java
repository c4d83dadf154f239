package io.tracemill.pipeline.store;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptSample;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Samples the requests of each pane for the store, and emits them when the pane is over. It emits
 * each category once an hour, so that each hour of the store can be read alone.
 */
public final class SampleOperator extends AbstractStreamOperator<KeptRequest>
    implements OneInputStreamOperator<RequestAnalysis, KeptRequest>, BoundedOneInput {
  /** The categories of the emitted requests. */
  public static final OutputTag<KeptCategory> CATEGORIES =
      new OutputTag<>("categories", new InChainTypeInfo<>(KeptCategory.class));

  private static final long serialVersionUID = 1;

  private record Category(Frame endpoint, CallTreeSignature signature) {}

  private final PaneGrid grid;
  private final int requestsPerSecond;
  private final long bytesPerSecond;

  /** No key; a sample for each pane that is not over, bounded by {@link #maxRequests}. */
  private transient ListState<PaneSample> state;

  /** By start of the pane. */
  private transient NavigableMap<Long, KeptSample> panes;

  /** By hour since the epoch: the categories that were emitted. */
  private transient Map<Long, Set<Category>> emitted;

  private transient int maxRequests;
  private transient long maxBytes;
  private transient Counter requestsKept;

  /**
   * @param requestsPerSecond maximum number of requests of all tasks per second of event time
   * @param bytesPerSecond about the most bytes of these requests
   */
  public SampleOperator(PaneGrid grid, int requestsPerSecond, long bytesPerSecond) {
    this.grid = grid;
    this.requestsPerSecond = requestsPerSecond;
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    long ofPane = (long) requestsPerSecond * grid.paneMillis() / 1000 / tasks;
    maxRequests = (int) Math.max(1, Math.min(Integer.MAX_VALUE, ofPane));
    maxBytes = Math.max(1, bytesPerSecond * grid.paneMillis() / 1000 / tasks);
    panes = new TreeMap<>();
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("samples", PaneSampleCodec.TYPE));
    for (PaneSample written : state.get()) {
      sample(grid.startOf(written.paneMillis())).merge(written.sample());
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    emitted = new HashMap<>();
    requestsKept = MetricScope.of(getMetricGroup()).counter("requestsKept");
  }

  private KeptSample sample(long paneMillis) {
    return panes.computeIfAbsent(paneMillis, start -> new KeptSample(maxRequests, maxBytes));
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    long time = element.getTimestamp();
    sample(grid.startOf(time)).add(element.getValue(), time);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    emit(mark.getTimestamp());
    super.processWatermark(mark);
  }

  @Override
  public void endInput() {
    emit(Long.MAX_VALUE);
  }

  private void emit(long millis) {
    while (!panes.isEmpty() && panes.firstKey() <= millis - grid.paneMillis()) {
      Map.Entry<Long, KeptSample> pane = panes.pollFirstEntry();
      emit(pane.getKey(), pane.getValue());
    }
  }

  private void emit(long pane, KeptSample sample) {
    List<KeptRequest> requests = sample.requests();
    requests.forEach(request -> output.collect(new StreamRecord<>(request, request.timeMillis())));
    requestsKept.inc(requests.size());
    long hour = TimeUnit.MILLISECONDS.toHours(pane);
    emitted.keySet().removeIf(known -> known < hour - 1);
    Set<Category> known = emitted.computeIfAbsent(hour, start -> new HashSet<>());
    for (KeptCategory category : sample.categories()) {
      if (known.add(new Category(category.endpoint(), category.category()))) {
        output.collect(CATEGORIES, new StreamRecord<>(category, category.timeMillis()));
      }
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    List<PaneSample> written = new ArrayList<>();
    for (Map.Entry<Long, KeptSample> pane : panes.entrySet()) {
      written.add(PaneSample.of(pane.getKey(), pane.getValue()));
    }
    state.update(written);
  }
}
