package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.AnomalyRate;
import io.tracemill.analysis.anomaly.traffic.CheckCounts;
import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.anomaly.traffic.NormalTraffic;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides which requests of the current endpoint are anomalies, and counts them by pane. */
final class Anomalies {
  private static final Logger LOG = LoggerFactory.getLogger(Anomalies.class);

  private final long paneMillis;

  /**
   * Key: endpoint; requests by start of their pane, bounded by {@code
   * anomalies.requests-per-second}; cleared when the pane is older than the history.
   */
  private final MapState<Long, CheckCounts> panes;

  /** Key: endpoint; at most 20,000 scores; cleared with the endpoint. */
  private final ValueState<NormalTraffic> normal;

  Anomalies(RuntimeContext context, EndpointRules rules) {
    paneMillis = rules.paneMillis();
    panes =
        context.getMapState(
            new MapStateDescriptor<>(
                "checks", LongSerializer.INSTANCE, new CodecSerializer<>(new CheckCountsCodec())));
    normal =
        context.getState(
            new ValueStateDescriptor<>(
                "normal-traffic", new CodecSerializer<>(new NormalTrafficCodec())));
  }

  /** The record of a request if it is an anomaly. */
  Optional<AnomalyRecord> add(long pane, CheckedRequest request) throws Exception {
    NormalTraffic traffic = traffic(pane, request);
    boolean anomaly = traffic.isAnomaly(request);
    if (request.sampled() && traffic.isOf(request)) {
      @Nullable CheckCounts known = panes.get(pane);
      CheckCounts more = CheckCounts.of(request, anomaly);
      panes.put(pane, known == null ? more : known.plus(more));
    }
    if (!anomaly) {
      return Optional.empty();
    }
    return Optional.of(
        traffic.isOf(request) ? request.found().of(traffic.model()) : request.found());
  }

  private NormalTraffic traffic(long pane, CheckedRequest request) throws Exception {
    @Nullable NormalTraffic known = normal.value();
    if (known != null && !known.isReplacedBy(request)) {
      return known;
    }
    panes.clear();
    NormalTraffic fresh = NormalTraffic.begin(request, pane);
    normal.update(fresh);
    return fresh;
  }

  /** How many of the requests in some panes are anomalies. */
  AnomalyRate rate(Iterable<Long> starts) throws Exception {
    long scored = 0;
    long anomalies = 0;
    for (long start : starts) {
      @Nullable CheckCounts pane = panes.get(start);
      if (pane != null) {
        scored += pane.requests();
        anomalies += pane.anomalies();
      }
    }
    return new AnomalyRate(scored, anomalies);
  }

  /**
   * Takes panes older than the history for normal, except those of incidents. Sets the limits anew
   * if that is due and no incident is open.
   */
  void settle(Frame endpoint, long oldestMillis, long nowMillis, RequestHistory history)
      throws Exception {
    @Nullable NormalTraffic known = normal.value();
    if (known == null) {
      return;
    }
    NormalTraffic traffic = known;
    for (long start : olderThan(oldestMillis)) {
      @Nullable CheckCounts pane = panes.get(start);
      if (pane != null && !history.isFaulty(new Period(start, start + paneMillis))) {
        traffic = traffic.plus(pane);
      }
      panes.remove(start);
    }
    if (traffic.isDue(nowMillis)
        && !history.isFaulty(new Period(nowMillis - paneMillis, nowMillis))) {
      traffic = traffic.renewed(nowMillis);
      report(endpoint, traffic);
    }
    if (!traffic.equals(known)) {
      normal.update(traffic);
    }
  }

  private List<Long> olderThan(long millis) throws Exception {
    List<Long> old = new ArrayList<>();
    for (long start : panes.keys()) {
      if (start < millis) {
        old.add(start);
      }
    }
    return old;
  }

  private static void report(Frame endpoint, NormalTraffic traffic) {
    if (traffic.model().drifted()) {
      LOG.warn(
          "The model of {} no longer fits: it takes {} times as many requests for anomalies as when"
              + " it was trained. Train it again.",
          endpoint,
          Math.round(traffic.model().drift().orElseThrow()));
    }
  }

  void clear() {
    panes.clear();
    normal.clear();
  }
}
