package io.tracemill.pipeline.monitor;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.incident.Culprit;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.operators.co.KeyedCoProcessOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedTwoInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/** A monitor of windows of three minutes, every minute. Times are minutes. */
final class MonitorHarness
    extends KeyedTwoInputStreamOperatorTestHarness<
        Frame, ProfileDelta, RoutedIncident, EndpointProfile> {
  static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);
  static final long MINUTE = 60_000;

  /** While there are more endpoints, none without traffic is remembered. */
  static final int MAX_IDLE = 3;

  static final Frame FRONT = Frame.of("front", "op");

  private static final int MAX_PARALLELISM = 128;
  private static final long MILLISECOND = 1_000_000;

  private MonitorHarness(StateBackend backend, MonitorRules rules, int tasks, int task)
      throws Exception {
    super(
        new KeyedCoProcessOperator<>(new MonitorFunction(rules)),
        ProfileDelta::endpoint,
        RoutedIncident::endpoint,
        FrameCodec.TYPE,
        MAX_PARALLELISM,
        tasks,
        task);
    setStateBackend(backend);
    setup(
        new InChainTypeInfo<>(EndpointProfile.class).createSerializer(new SerializerConfigImpl()));
  }

  static MonitorRules rules(long slide) {
    return new MonitorRules(
        LIMITS, 3 * MINUTE, slide, MAX_IDLE, ExplanationRules.standard(), MINUTE / 2);
  }

  static MonitorHarness started() throws Exception {
    return started(new HashMapStateBackend());
  }

  static MonitorHarness started(StateBackend backend) throws Exception {
    MonitorHarness harness = new MonitorHarness(backend, rules(MINUTE), 1, 0);
    harness.open();
    return harness;
  }

  static MonitorHarness restored(OperatorSubtaskState state) throws Exception {
    return restored(new HashMapStateBackend(), state, MINUTE);
  }

  static MonitorHarness restored(StateBackend backend, OperatorSubtaskState state, long slide)
      throws Exception {
    MonitorHarness harness = new MonitorHarness(backend, rules(slide), 1, 0);
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  /** One of several tasks that share what one had. */
  static MonitorHarness rescaled(OperatorSubtaskState state, int tasks, int task) throws Exception {
    MonitorHarness harness =
        new MonitorHarness(new HashMapStateBackend(), rules(MINUTE), tasks, task);
    harness.initializeState(
        AbstractStreamOperatorTestHarness.repartitionOperatorState(
            state, MAX_PARALLELISM, 1, tasks, task));
    harness.open();
    return harness;
  }

  /** What came of an endpoint in the pane that starts at {@code minute}. */
  static ProfileDelta delta(Frame endpoint, long minute, int requests) {
    EndpointAccumulator accumulator = new EndpointAccumulator(LIMITS);
    for (int i = 1; i <= requests; i++) {
      accumulator.add(
          AnalysedRequests.entry(trace(1000 * minute + i).root(endpoint.service(), 0, 100L * i)));
    }
    return new ProfileDelta(endpoint, minute * MINUTE, accumulator);
  }

  static ProfileDelta delta(long minute, int requests) {
    return delta(FRONT, minute, requests);
  }

  void feed(ProfileDelta delta) throws Exception {
    processElement1(delta, delta.paneMillis());
  }

  void feed(RoutedIncident incident) throws Exception {
    processElement2(incident, incident.incident().endMillis());
  }

  /** Of both inputs. */
  void watermark(long millis) throws Exception {
    processBothWatermarks(new Watermark(millis));
  }

  /** In each minute twenty requests that call another service and take about {@code millis}. */
  void feedMinutes(long from, long to, long millis) throws Exception {
    for (long minute = from; minute < to; minute++) {
      feed(traffic(minute, millis));
      watermark((minute + 1) * MINUTE);
    }
  }

  static ProfileDelta traffic(long minute, long millis) {
    return traffic(minute, millis, "db");
  }

  static ProfileDelta traffic(long minute, long millis, String callee) {
    EndpointAccumulator accumulator = new EndpointAccumulator(LIMITS);
    for (int i = 0; i < 20; i++) {
      // Spread over a fifth, differently in each minute.
      long nanos = millis * MILLISECOND * (90 + (i * 7L + minute * 13) % 20) / 100;
      accumulator.add(
          AnalysedRequests.entry(
              trace(1000 * minute + i)
                  .root("front", 0, nanos)
                  .child("front", callee, MILLISECOND, nanos - MILLISECOND)));
    }
    return new ProfileDelta(FRONT, minute * MINUTE, accumulator);
  }

  /** An incident of {@link #FRONT} as of the end of a pane. */
  static RoutedIncident incident(
      String id, double since, double end, boolean firing, long contributionNanos) {
    return incident(id, "f" + id, since, end, firing, contributionNanos);
  }

  /** The same with the id of its only finding. */
  static RoutedIncident incident(
      String id,
      String findingId,
      double since,
      double end,
      boolean firing,
      long contributionNanos) {
    Subject subject = new Subject.PlaceTime(new Place.Operation(Frame.of("db", "op")));
    long endMillis = (long) (end * MINUTE);
    Finding.Side side = new Finding.Side(20, 20, 1, 1);
    Finding finding =
        new Finding(
            findingId,
            subject,
            Optional.of(FRONT),
            List.of(FRONT),
            side,
            side,
            new Period(endMillis - MINUTE, endMillis),
            new Period(0, endMillis - MINUTE),
            0.001,
            contributionNanos);
    return new RoutedIncident(
        FRONT,
        new Incident(
            id,
            firing ? Optional.empty() : Optional.of(Incident.EndReason.RECOVERED),
            Incident.Severity.PAGE,
            1,
            (long) (since * MINUTE),
            (long) (since * MINUTE),
            endMillis,
            List.of(new Culprit(subject, 1, 2, 1, 1, 1)),
            List.of(FRONT),
            List.of(finding),
            contributionNanos));
  }

  List<ExplainedIncident> incidents() {
    return side(MonitorFunction.INCIDENTS);
  }

  /** How many endpoints anything is kept of. */
  long endpoints() {
    return getOperator().getKeyedStateBackend().getKeys("slide", VoidNamespace.INSTANCE).count();
  }

  <T> List<T> side(OutputTag<T> tag) {
    Queue<StreamRecord<T>> records = getSideOutput(tag);
    List<T> values = new ArrayList<>();
    if (records != null) {
      records.forEach(record -> values.add(record.getValue()));
    }
    return values;
  }
}
