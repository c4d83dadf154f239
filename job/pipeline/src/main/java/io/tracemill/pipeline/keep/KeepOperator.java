package io.tracemill.pipeline.keep;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptSample;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.sample.Thinning;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.count.EndpointPart;
import io.tracemill.pipeline.count.EndpointPartCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
 * Keeps a sample of the requests of each pane, and emits it when the pane is over: whole to the
 * store, and as rows to the endpoints.
 */
public final class KeepOperator extends AbstractStreamOperator<KeptRequest>
    implements OneInputStreamOperator<RequestAnalysis, KeptRequest>, BoundedOneInput {
  /** The rows of each endpoint's requests of a pane. */
  public static final OutputTag<EndpointPart> ROWS =
      new OutputTag<>("rows", EndpointPartCodec.TYPE);

  private static final long serialVersionUID = 1;

  private final long paneMillis;
  private final ReplayRules rules;
  private final int maxRows;
  private final int requestsPerSecond;
  private final long bytesPerSecond;

  /** No key; a sample for each pane that is not over, bounded by {@link #maxRequests}. */
  private transient ListState<PaneSample> state;

  /** By start of the pane. */
  private transient NavigableMap<Long, KeptSample> panes;

  private transient RequestReplay replay;
  private transient int maxRequests;
  private transient int maxTaskRows;
  private transient long maxBytes;
  private transient Counter requestsKept;

  /**
   * @param rules with which kept requests are analysed again
   * @param maxRows the most rows of an endpoint and pane of all tasks, unless a task has more
   *     groups
   * @param requestsPerSecond maximum number of requests of all tasks per second of event time
   * @param bytesPerSecond about the most bytes of these requests
   */
  public KeepOperator(
      long paneMillis, ReplayRules rules, int maxRows, int requestsPerSecond, long bytesPerSecond) {
    this.paneMillis = paneMillis;
    this.rules = rules;
    this.maxRows = maxRows;
    this.requestsPerSecond = requestsPerSecond;
    this.bytesPerSecond = bytesPerSecond;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    long ofPane = (long) requestsPerSecond * paneMillis / 1000 / tasks;
    maxRequests = (int) Math.max(1, Math.min(Integer.MAX_VALUE, ofPane));
    maxBytes = Math.max(1, bytesPerSecond * paneMillis / 1000 / tasks);
    maxTaskRows = Math.max(1, maxRows / tasks);
    panes = new TreeMap<>();
    state =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("samples", PaneSampleCodec.TYPE));
    for (PaneSample written : state.get()) {
      sample(startOf(written.paneMillis())).merge(written.sample());
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    replay = new RequestReplay(rules);
    requestsKept = MetricScope.of(getMetricGroup()).counter("requestsKept");
  }

  private long startOf(long timeMillis) {
    return Math.floorDiv(timeMillis, paneMillis) * paneMillis;
  }

  private KeptSample sample(long start) {
    return panes.computeIfAbsent(start, added -> new KeptSample(maxRequests, maxBytes));
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    long time = element.getTimestamp();
    sample(startOf(time)).add(element.getValue(), time);
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
    while (!panes.isEmpty() && panes.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, KeptSample> pane = panes.pollFirstEntry();
      emit(pane.getKey(), pane.getValue());
    }
  }

  private void emit(long pane, KeptSample sample) {
    List<KeptRequest> requests = sample.requests();
    requests.forEach(request -> output.collect(new StreamRecord<>(request, request.timeMillis())));
    requestsKept.inc(requests.size());
    emitRows(pane, requests);
  }

  private void emitRows(long pane, List<KeptRequest> requests) {
    Map<Frame, List<KeptRequest>> byEndpoint = new HashMap<>();
    for (KeptRequest request : requests) {
      if (request.complete()) {
        byEndpoint.computeIfAbsent(request.endpoint(), added -> new ArrayList<>()).add(request);
      }
    }
    byEndpoint.forEach(
        (endpoint, kept) -> {
          List<RequestRow> rows = new ArrayList<>();
          for (KeptRequest request : Thinning.thin(kept, maxTaskRows)) {
            rows.add(RequestRow.of(request, replay));
          }
          output.collect(ROWS, new StreamRecord<>(EndpointPart.of(endpoint, pane, rows), pane));
        });
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
