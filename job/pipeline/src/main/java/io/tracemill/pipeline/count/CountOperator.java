package io.tracemill.pipeline.count;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.PaneOperator;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Counts each request once, in the sums of its endpoint and pane within the task. So a hot endpoint
 * costs the same shuffle as a cold one.
 */
public final class CountOperator extends PaneOperator<RequestAnalysis, EndpointPart> {
  /** The counts of the same sums for change detection. */
  public static final OutputTag<PaneCounts> PANE_COUNTS =
      new OutputTag<>("pane-counts", PaneCountsCodec.TYPE);

  /** Above this many bytes, roughly, it emits everything although the pane is not over. */
  public static final long MAX_WEIGHT = 64 << 20;

  /** The endpoint of all requests beyond the limit; change detection ignores them. */
  public static final Frame OTHER = Frame.of("(other)", "(other)");

  private final SumRules rules;
  private final int maxEndpoints;
  private final long paneMillis;
  private final boolean includeIncomplete;
  private transient Panes<EndpointSums> panes;
  private transient Counter otherEndpoints;

  /**
   * @param maxEndpoints the most endpoints of a pane in this task; requests of further endpoints
   *     count as {@code (other)}
   * @param includeIncomplete whether requests of incomplete traces enter the figures
   */
  public CountOperator(
      SumRules rules, int maxEndpoints, long paneMillis, boolean includeIncomplete) {
    this.rules = rules;
    this.maxEndpoints = maxEndpoints;
    this.paneMillis = paneMillis;
    this.includeIncomplete = includeIncomplete;
  }

  @Override
  public void open() throws Exception {
    super.open();
    panes =
        new Panes<>(paneMillis, maxEndpoints, () -> new EndpointSums(rules), EndpointSums::weight);
    otherEndpoints = MetricScope.of(getMetricGroup()).counter("requestsOfOtherEndpoints");
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    RequestAnalysis request = element.getValue();
    Frame name = request.endpoint();
    if (!panes.admits(name, element.getTimestamp())) {
      otherEndpoints.inc();
      name = OTHER;
    }
    panes.update(name, element.getTimestamp(), sums -> add(request, sums));
    if (panes.weight() >= MAX_WEIGHT) {
      flush(Long.MAX_VALUE);
    }
  }

  private void add(RequestAnalysis request, EndpointSums sums) {
    if (request.complete() || includeIncomplete) {
      sums.add(request);
    } else {
      sums.countIncomplete(request);
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    panes.forget(mark.getTimestamp());
  }

  @Override
  protected void flush(long millis) {
    panes.drain(millis, this::emit);
  }

  private void emit(Frame endpoint, long pane, EndpointSums sums) {
    sums.finish();
    if (!endpoint.equals(OTHER)) {
      output.collect(PANE_COUNTS, new StreamRecord<>(sums.counts(endpoint, pane), pane));
    }
    output.collect(new StreamRecord<>(EndpointPart.of(endpoint, pane, sums), pane));
  }
}
