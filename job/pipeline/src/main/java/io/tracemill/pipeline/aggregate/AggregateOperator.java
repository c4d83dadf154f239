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

  /** Requests after which deltas go out though their pane is not over. */
  private static final int MAX_REQUESTS = 1 << 20;

  /** Endpoints and panes after which deltas go out though their pane is not over. */
  private static final int MAX_DELTAS = 10_000;

  private final ProfileLimits limits;
  private final long paneMillis;
  private final boolean includeIncomplete;

  private transient TreeMap<Long, Map<Frame, EndpointAccumulator>> panes;
  private transient int requests;
  private transient int deltas;

  public AggregateOperator(ProfileLimits limits, long paneMillis, boolean includeIncomplete) {
    this.limits = limits;
    this.paneMillis = paneMillis;
    this.includeIncomplete = includeIncomplete;
  }

  @Override
  public void open() throws Exception {
    super.open();
    panes = new TreeMap<>();
    requests = 0;
    deltas = 0;
  }

  @Override
  public void processElement(StreamRecord<RequestAnalysis> element) {
    RequestAnalysis request = element.getValue();
    EndpointAccumulator accumulator = accumulator(request.endpoint(), element.getTimestamp());
    if (request.complete() || includeIncomplete) {
      accumulator.add(request);
    } else {
      accumulator.countIncomplete(request);
    }
    requests++;
    if (requests >= MAX_REQUESTS || deltas >= MAX_DELTAS) {
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
      deltas++;
    }
    return known;
  }

  @Override
  protected void flush(long millis) {
    while (!panes.isEmpty() && panes.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, Map<Frame, EndpointAccumulator>> pane = panes.pollFirstEntry();
      deltas -= pane.getValue().size();
      pane.getValue()
          .forEach(
              (endpoint, accumulator) ->
                  output.collect(
                      new StreamRecord<>(
                          new ProfileDelta(endpoint, pane.getKey(), accumulator), pane.getKey())));
    }
    requests = 0;
  }
}
