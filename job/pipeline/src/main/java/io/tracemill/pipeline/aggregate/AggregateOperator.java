package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.pane.PaneCounter;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.PaneOperator;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Merges requests per endpoint and pane within the task, into profile deltas and into counts for
 * change detection. So a hot endpoint costs the same shuffle as a cold one.
 */
public final class AggregateOperator extends PaneOperator<RequestAnalysis, ProfileDelta> {
  /** The output of pane counts, if change detection is on. */
  public static final OutputTag<PaneCounts> PANE_COUNTS =
      new OutputTag<>("pane-counts", PaneCountsCodec.TYPE);

  private static final long serialVersionUID = 1;

  /** Above this many bytes, roughly, it emits everything although the pane is not over. */
  public static final long MAX_WEIGHT = 64 << 20;

  /** The endpoint in profiles of all requests beyond the limit; change detection ignores them. */
  public static final Frame OTHER = Frame.of("(other)", "(other)");

  private final ProfileLimits limits;
  private final int maxEndpoints;
  private final PaneGrid grid;
  private final boolean includeIncomplete;
  private final CountRules rules;

  private transient Panes<EndpointAccumulator> profiles;
  private transient Panes<PaneCounter> counts;
  private transient Counter otherEndpoints;

  /**
   * @param maxEndpoints the most endpoints of a pane in this task; requests of further endpoints
   *     count as {@code (other)}
   * @param grid panes of profiles
   * @param rules rules of the counts for change detection
   */
  public AggregateOperator(
      ProfileLimits limits,
      int maxEndpoints,
      PaneGrid grid,
      boolean includeIncomplete,
      CountRules rules) {
    this.limits = limits;
    this.maxEndpoints = maxEndpoints;
    this.grid = grid;
    this.includeIncomplete = includeIncomplete;
    this.rules = rules;
  }

  @Override
  public void open() throws Exception {
    super.open();
    profiles =
        new Panes<>(
            grid, maxEndpoints, () -> new EndpointAccumulator(limits), EndpointAccumulator::weight);
    counts = new Panes<>(rules.grid(), maxEndpoints, rules::counter, PaneCounter::weight);
    otherEndpoints = MetricScope.of(getMetricGroup()).counter("requestsOfOtherEndpoints");
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    RequestAnalysis request = element.getValue();
    boolean include = request.complete() || includeIncomplete;
    profile(request, element.getTimestamp(), include);
    if (rules.enabled()) {
      count(request, element.getTimestamp(), include);
    }
    if (profiles.weight() + counts.weight() >= MAX_WEIGHT) {
      flush(Long.MAX_VALUE);
    }
  }

  private void profile(RequestAnalysis request, long timeMillis, boolean include) {
    Frame name = request.endpoint();
    if (!profiles.admits(name, timeMillis)) {
      otherEndpoints.inc();
      name = OTHER;
    }
    profiles.update(
        name,
        timeMillis,
        requests -> {
          if (include) {
            requests.add(request);
          } else {
            requests.countIncomplete(request);
          }
        });
  }

  private void count(RequestAnalysis request, long timeMillis, boolean include) {
    if (counts.admits(request.endpoint(), timeMillis)) {
      counts.update(
          request.endpoint(),
          timeMillis,
          counter -> {
            if (include) {
              counter.add(request);
            } else {
              counter.countIncomplete(request);
            }
          });
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    profiles.forget(mark.getTimestamp());
    counts.forget(mark.getTimestamp());
  }

  @Override
  protected void flush(long millis) {
    profiles.drain(
        millis,
        (endpoint, pane, requests) ->
            output.collect(new StreamRecord<>(new ProfileDelta(endpoint, pane, requests), pane)));
    counts.drain(
        millis,
        (endpoint, pane, counter) ->
            output.collect(PANE_COUNTS, new StreamRecord<>(counter.counts(endpoint, pane), pane)));
  }
}
