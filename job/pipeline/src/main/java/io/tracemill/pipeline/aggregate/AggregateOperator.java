package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.PaneOperator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Merges requests per endpoint and pane within the task, so that a hot endpoint costs the same
 * shuffle as a cold one.
 */
public final class AggregateOperator extends PaneOperator<RequestAnalysis, ProfileDelta> {
  private static final long serialVersionUID = 1;

  /** Rough bytes after which deltas go out though their pane is not over. */
  static final long MAX_WEIGHT = 64 << 20;

  private final ProfileLimits limits;
  private final long paneMillis;
  private final boolean includeIncomplete;

  private transient TreeMap<Long, Map<Frame, EndpointAccumulator>> panes;
  private transient long weight;

  public AggregateOperator(ProfileLimits limits, long paneMillis, boolean includeIncomplete) {
    this.limits = limits;
    this.paneMillis = paneMillis;
    this.includeIncomplete = includeIncomplete;
  }

  @Override
  public void open() throws Exception {
    super.open();
    panes = new TreeMap<>();
    weight = 0;
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
    long pane = Math.floorDiv(timeMillis, paneMillis) * paneMillis;
    Map<Frame, EndpointAccumulator> endpoints =
        panes.computeIfAbsent(pane, start -> new HashMap<>());
    EndpointAccumulator known = endpoints.get(endpoint);
    if (known == null) {
      known = new EndpointAccumulator(limits);
      endpoints.put(endpoint, known);
      weight += known.weight();
    }
    return known;
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
