package io.tracemill.pipeline.diagnose;

import io.tracemill.analysis.layer.LayerSums;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.request.RequestTypes;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.PaneOperator;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.aggregate.Panes;
import java.util.Optional;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Adds up the span times of each type of request and window within the task. Requests of incomplete
 * traces never count: a missing span is its parent's own time.
 */
public final class LayerOperator extends PaneOperator<RequestAnalysis, LayerDelta> {
  private static final long serialVersionUID = 1;

  /** The most types of a window in a task; requests of further types count as {@code (other)}. */
  static final int MAX_TYPES = 1_000;

  private final RequestTypes types;
  private final PaneGrid windows;

  private transient Panes<LayerSums> sums;
  private transient Counter otherTypes;

  public LayerOperator(RequestTypes types, PaneGrid windows) {
    this.types = types;
    this.windows = windows;
  }

  @Override
  public void open() throws Exception {
    super.open();
    sums = new Panes<>(windows, MAX_TYPES, LayerSums::new, LayerSums::weight);
    otherTypes = MetricScope.of(getMetricGroup()).counter("requestsOfOtherTypes");
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    RequestAnalysis request = element.getValue();
    if (request.complete()) {
      Optional<Frame> type = types.typeOf(request);
      if (type.isPresent()) {
        add(type.get(), element.getTimestamp(), request);
      }
    }
  }

  private void add(Frame type, long timeMillis, RequestAnalysis request) {
    RequestDetails details = request.details();
    Frame name = type;
    if (!sums.admits(type, timeMillis)) {
      otherTypes.inc();
      name = AggregateOperator.OTHER;
    }
    sums.update(
        name,
        timeMillis,
        known ->
            known.add(
                request.traceId(),
                request.spanId(),
                request.durationNanos(),
                request.signatures(),
                details.spanTimes(),
                details::spanLayout));
    if (sums.weight() >= AggregateOperator.MAX_WEIGHT) {
      flush(Long.MAX_VALUE);
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    sums.forget(mark.getTimestamp());
  }

  @Override
  protected void flush(long millis) {
    sums.drain(
        millis,
        (type, window, gathered) ->
            output.collect(new StreamRecord<>(new LayerDelta(type, window, gathered), window)));
  }
}
