package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.AccumulatorCodec;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Keeps the panes of an endpoint's window, and answers its profile at every slide. */
public final class MonitorFunction
    extends KeyedProcessFunction<Frame, ProfileDelta, EndpointProfile> {
  private static final long serialVersionUID = 1;

  private final ProfileLimits limits;
  private final long windowMillis;
  private final long slideMillis;

  /**
   * Key: endpoint; by pane start, at most window / slide + 1 panes, each bounded by the profile
   * limits; a pane is cleared when no window holds it any more.
   */
  private transient MapState<Long, EndpointAccumulator> panes;

  public MonitorFunction(ProfileLimits limits, long windowMillis, long slideMillis) {
    this.limits = limits;
    this.windowMillis = windowMillis;
    this.slideMillis = slideMillis;
  }

  @Override
  public void open(OpenContext context) {
    panes =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "panes",
                    LongSerializer.INSTANCE,
                    new CodecSerializer<>(new AccumulatorCodec())));
  }

  @Override
  public void processElement(ProfileDelta delta, Context context, Collector<EndpointProfile> out)
      throws Exception {
    EndpointAccumulator pane = panes.get(delta.paneMillis());
    if (pane == null) {
      pane = delta.requests();
    } else {
      pane.merge(delta.requests());
    }
    panes.put(delta.paneMillis(), pane);
    context.timerService().registerEventTimeTimer(delta.paneMillis() + slideMillis);
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<EndpointProfile> out)
      throws Exception {
    profile(context.getCurrentKey(), millis).ifPresent(out::collect);
    long nextStart = millis + slideMillis - windowMillis;
    dropBefore(nextStart);
    if (hasPaneBetween(nextStart, millis)) {
      context.timerService().registerEventTimeTimer(millis + slideMillis);
    }
  }

  /** The profile of the window that ends at {@code millis}; nothing if it holds no request. */
  private Optional<EndpointProfile> profile(Frame endpoint, long millis) throws Exception {
    EndpointAccumulator window = new EndpointAccumulator(limits);
    for (long pane = millis - windowMillis; pane < millis; pane += slideMillis) {
      EndpointAccumulator requests = panes.get(pane);
      if (requests != null) {
        window.merge(requests);
      }
    }
    return window.count() == 0
        ? Optional.empty()
        : Optional.of(ProfileReader.profile(window, endpoint, millis - windowMillis, millis));
  }

  private void dropBefore(long millis) throws Exception {
    List<Long> outdated = new ArrayList<>();
    for (long pane : panes.keys()) {
      if (pane < millis) {
        outdated.add(pane);
      }
    }
    for (long pane : outdated) {
      panes.remove(pane);
    }
  }

  /** A pane that starts later has a timer of its own: gaps, however long, cost nothing. */
  private boolean hasPaneBetween(long fromMillis, long toMillis) throws Exception {
    for (long pane : panes.keys()) {
      if (pane >= fromMillis && pane < toMillis) {
        return true;
      }
    }
    return false;
  }
}
