package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.PaneOperator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Merges requests per endpoint and pane within the task, so that a hot endpoint costs the same
 * shuffle as a cold one.
 */
public final class AggregateOperator extends PaneOperator<RequestAnalysis, ProfileDelta> {
  private static final long serialVersionUID = 1;

  /** Rough bytes after which deltas go out though their pane is not over. */
  static final long MAX_WEIGHT = 64 << 20;

  /** The endpoint of all requests beyond the limit. */
  public static final Frame OTHER = Frame.of("(other)", "(other)");

  private final ProfileLimits limits;
  private final int maxEndpoints;
  private final long originMillis;
  private final long paneMillis;
  private final boolean includeIncomplete;

  private transient TreeMap<Long, Map<Frame, EndpointAccumulator>> panes;

  private transient AdmittedEndpoints admitted;

  private transient long weight;
  private transient Counter otherEndpoints;

  /**
   * @param maxEndpoints of a pane in this task; requests of further ones count as {@code (other)}
   */
  public AggregateOperator(
      ProfileLimits limits, int maxEndpoints, long paneMillis, boolean includeIncomplete) {
    this(limits, maxEndpoints, 0, paneMillis, includeIncomplete);
  }

  /**
   * @param maxEndpoints of a pane in this task; requests of further ones count as {@code (other)}
   * @param originMillis when some pane begins, milliseconds since the epoch
   */
  public AggregateOperator(
      ProfileLimits limits,
      int maxEndpoints,
      long originMillis,
      long paneMillis,
      boolean includeIncomplete) {
    this.limits = limits;
    this.maxEndpoints = maxEndpoints;
    this.originMillis = originMillis;
    this.paneMillis = paneMillis;
    this.includeIncomplete = includeIncomplete;
  }

  @Override
  public void open() throws Exception {
    super.open();
    panes = new TreeMap<>();
    admitted = new AdmittedEndpoints(paneMillis, maxEndpoints);
    weight = 0;
    otherEndpoints = MetricScope.of(getMetricGroup()).counter("requestsOfOtherEndpoints");
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    RequestAnalysis request = element.getValue();
    EndpointAccumulator accumulator = accumulator(request.endpoint(), element.getTimestamp());
    long before = accumulator.weight();
    if (request.complete() || includeIncomplete) {
      accumulator.add(request);
    } else {
      accumulator.countIncomplete(request);
    }
    weight += accumulator.weight() - before;
    if (weight >= MAX_WEIGHT) {
      flush(Long.MAX_VALUE);
    }
  }

  private EndpointAccumulator accumulator(Frame endpoint, long timeMillis) {
    long pane = timeMillis - Math.floorMod(timeMillis - originMillis, paneMillis);
    Map<Frame, EndpointAccumulator> endpoints =
        panes.computeIfAbsent(pane, start -> new HashMap<>());
    Frame name = admit(endpoint, pane);
    EndpointAccumulator known = endpoints.get(name);
    if (known == null) {
      known = new EndpointAccumulator(limits);
      endpoints.put(name, known);
      weight += known.weight();
    }
    return known;
  }

  private Frame admit(Frame endpoint, long pane) {
    if (admitted.admits(endpoint, pane)) {
      return endpoint;
    }
    otherEndpoints.inc();
    return OTHER;
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    admitted.forget(mark.getTimestamp());
  }

  @Override
  protected void flush(long millis) {
    while (!panes.isEmpty() && panes.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, Map<Frame, EndpointAccumulator>> pane = panes.pollFirstEntry();
      pane.getValue().forEach((endpoint, requests) -> emit(endpoint, pane.getKey(), requests));
    }
  }

  private void emit(Frame endpoint, long pane, EndpointAccumulator requests) {
    weight -= requests.weight();
    output.collect(new StreamRecord<>(new ProfileDelta(endpoint, pane, requests), pane));
  }
}
