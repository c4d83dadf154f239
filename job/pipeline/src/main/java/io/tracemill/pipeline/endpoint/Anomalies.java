package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.anomaly.traffic.CheckCounts;
import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.anomaly.traffic.ModelLimits;
import io.tracemill.analysis.anomaly.traffic.NormalTraffic;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.Optional;
import java.util.SortedSet;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides which requests of the current endpoint are anomalies, and counts them by pane. */
final class Anomalies {
  private static final Logger LOG = LoggerFactory.getLogger(Anomalies.class);

  private final long paneMillis;

  /**
   * Key: endpoint; scored requests by start of their pane, at most 2,000 scores; cleared when the
   * pane is older than the history.
   */
  private final PaneValues<CheckCounts> panes;

  /** Key: endpoint, one that has or had a model; replaced with its model. */
  private final ValueState<ModelLimits> limits;

  /** Key: endpoint, likewise; at most 20,000 scores. */
  private final ValueState<NormalTraffic> normal;

  Anomalies(RuntimeContext context, EndpointRules rules) {
    paneMillis = rules.paneMillis();
    panes = new PaneValues<>(context, "checks", new SmileCodec<>(CheckCounts.class));
    limits =
        context.getState(
            new ValueStateDescriptor<>("model-limits", SmileCodec.serializerOf(ModelLimits.class)));
    normal =
        context.getState(
            new ValueStateDescriptor<>(
                "normal-traffic", SmileCodec.serializerOf(NormalTraffic.class)));
  }

  /** The record of a request if it is an anomaly. */
  Optional<AnomalyRecord> add(long pane, CheckedRequest request) throws Exception {
    Optional<AnomalyRecord> anomaly = limits(request).anomaly(request);
    if (request.scored().isPresent()) {
      panes.put(pane, pane(pane).plus(request, anomaly.isPresent()));
    }
    return anomaly;
  }

  private ModelLimits limits(CheckedRequest request) throws Exception {
    @Nullable ModelLimits known = limits.value();
    if (known != null && known.isOf(request)) {
      return known;
    }
    panes.clear();
    normal.clear();
    ModelLimits trained = ModelLimits.ofTraining(request);
    limits.update(trained);
    return trained;
  }

  private CheckCounts pane(long start) throws Exception {
    return panes.get(start).orElse(CheckCounts.NONE);
  }

  /** How many of the requests in some panes are anomalies. */
  AnomalyRate rate(Iterable<Long> starts) throws Exception {
    long scored = 0;
    long anomalies = 0;
    for (long start : starts) {
      CheckCounts pane = pane(start);
      scored += pane.requests();
      anomalies += pane.anomalies();
    }
    return new AnomalyRate(scored, anomalies);
  }

  /** Takes panes that start before this time for normal, except those of incidents. */
  void settle(long millis, RequestHistory history) throws Exception {
    SortedSet<Long> old = panes.starts().headSet(millis);
    if (old.isEmpty()) {
      return;
    }
    NormalTraffic traffic = normal();
    for (long start : old) {
      if (!history.isFaulty(new Period(start, start + paneMillis))) {
        traffic = traffic.plus(pane(start));
      }
    }
    panes.dropBefore(millis);
    normal.update(traffic);
  }

  private NormalTraffic normal() throws Exception {
    @Nullable NormalTraffic known = normal.value();
    return known == null ? NormalTraffic.NONE : known;
  }

  /**
   * Sets the limits anew if that is due and no incident is open.
   *
   * @return whether the model no longer fits
   */
  boolean renew(Frame endpoint, long nowMillis, RequestHistory history) throws Exception {
    @Nullable ModelLimits known = limits.value();
    if (known == null) {
      return false;
    }
    boolean open = history.isFaulty(new Period(nowMillis - paneMillis, nowMillis));
    NormalTraffic traffic = normal();
    if (open || !known.isDue(nowMillis, traffic)) {
      return known.model().drifted();
    }
    ModelLimits renewed = known.renewed(nowMillis, traffic);
    limits.update(renewed);
    normal.clear();
    if (renewed.model().drifted()) {
      LOG.warn(
          "The model of {} no longer fits: it takes {} times as many normal requests for anomalies"
              + " as it should. Train it again.",
          endpoint,
          Math.round(renewed.model().drift().orElseThrow()));
    }
    return renewed.model().drifted();
  }
}
