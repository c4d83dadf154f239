package io.tracemill.pipeline.endpoint;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.ExplanationRules;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Subject;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.count.EndpointPart;
import io.tracemill.pipeline.count.FrameCodec;
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

/** Windows of three minutes, every minute; two panes a minute. Times are minutes. */
final class EndpointHarness
    extends KeyedTwoInputStreamOperatorTestHarness<
        Frame, EndpointPart, RoutedIncident, EndpointProfile> {
  static final SumRules LIMITS = new SumRules(100, 50, 20, new DurationScale(1_000_000));
  static final long MINUTE = 60_000;

  /** While there are more endpoints, none without traffic is remembered. */
  static final int MAX_IDLE = 3;

  static final Frame FRONT = Frame.of("front", "op");

  private static final int MAX_PARALLELISM = 128;
  private static final long MILLISECOND = 1_000_000;

  private EndpointHarness(StateBackend backend, EndpointRules rules, int tasks, int task)
      throws Exception {
    super(
        new KeyedCoProcessOperator<>(new EndpointFunction(rules)),
        EndpointPart::endpoint,
        RoutedIncident::endpoint,
        FrameCodec.TYPE,
        MAX_PARALLELISM,
        tasks,
        task);
    setStateBackend(backend);
    setup(
        new InChainTypeInfo<>(EndpointProfile.class).createSerializer(new SerializerConfigImpl()));
  }

  static EndpointRules rules(long slide) {
    return new EndpointRules(
        LIMITS, slide / 2, 3 * MINUTE, slide, MAX_IDLE, true, ExplanationRules.standard());
  }

  static EndpointHarness started() throws Exception {
    return started(new HashMapStateBackend());
  }

  static EndpointHarness started(StateBackend backend) throws Exception {
    return started(backend, MINUTE);
  }

  static EndpointHarness started(long slide) throws Exception {
    return started(new HashMapStateBackend(), slide);
  }

  private static EndpointHarness started(StateBackend backend, long slide) throws Exception {
    EndpointHarness harness = new EndpointHarness(backend, rules(slide), 1, 0);
    harness.open();
    return harness;
  }

  static EndpointHarness restored(OperatorSubtaskState state) throws Exception {
    return restored(new HashMapStateBackend(), state, MINUTE);
  }

  static EndpointHarness restored(StateBackend backend, OperatorSubtaskState state, long slide)
      throws Exception {
    EndpointHarness harness = new EndpointHarness(backend, rules(slide), 1, 0);
    harness.initializeState(state);
    harness.open();
    return harness;
  }

  /** One of several tasks that share what one had. */
  static EndpointHarness rescaled(OperatorSubtaskState state, int tasks, int task)
      throws Exception {
    EndpointHarness harness =
        new EndpointHarness(new HashMapStateBackend(), rules(MINUTE), tasks, task);
    harness.initializeState(
        AbstractStreamOperatorTestHarness.repartitionOperatorState(
            state, MAX_PARALLELISM, 1, tasks, task));
    harness.open();
    return harness;
  }

  /** What came of an endpoint in the pane that starts at {@code minute}. */
  static EndpointPart part(Frame endpoint, long minute, int requests) {
    List<TraceSpec> traces = new ArrayList<>();
    for (int i = 1; i <= requests; i++) {
      traces.add(trace(1000 * minute + i).root(endpoint.service(), 0, 100L * i));
    }
    return partOf(endpoint, minute * MINUTE, traces);
  }

  /** Their sums, and the rows of all of them. */
  private static EndpointPart partOf(Frame endpoint, long startMillis, List<TraceSpec> traces) {
    EndpointSums sums = new EndpointSums(LIMITS);
    List<RequestRow> rows = new ArrayList<>();
    RequestReplay replay = new RequestReplay(new ReplayRules(0, 0, Fold.LOG2));
    for (TraceSpec trace : traces) {
      RequestAnalysis request = AnalysedRequests.entry(trace);
      sums.add(request);
      rows.add(RequestRow.of(KeptRequest.of(request, startMillis), replay));
    }
    sums.finish();
    return new EndpointPart(endpoint, startMillis, Optional.of(sums), rows, Optional.empty());
  }

  static EndpointPart part(long minute, int requests) {
    return part(FRONT, minute, requests);
  }

  void feed(EndpointPart part) throws Exception {
    processElement1(part, part.paneMillis());
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
      feed(traffic((double) minute, millis));
      watermark((minute + 1) * MINUTE);
    }
  }

  static EndpointPart traffic(double minute, long millis) {
    return traffic(minute, millis, "db");
  }

  /** A callee other than the database calls the database. */
  static EndpointPart traffic(double minute, long millis, String callee) {
    List<TraceSpec> traces = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      // Spread over a fifth, differently in each minute.
      long nanos = millis * MILLISECOND * (90 + (i * 7L + (long) (minute * 13)) % 20) / 100;
      TraceSpec trace =
          trace((long) (1000 * minute) + i)
              .root("front", 0, nanos)
              .child("front", callee, MILLISECOND, nanos - MILLISECOND);
      traces.add(
          callee.equals("db")
              ? trace
              : trace.child(callee, "db", 2 * MILLISECOND, nanos - 2 * MILLISECOND));
    }
    return partOf(FRONT, (long) (minute * MINUTE), traces);
  }

  /** An incident of {@link #FRONT} as of the end of a pane. */
  static RoutedIncident incident(
      String id, double since, double end, boolean firing, long contributionNanos) {
    Subject subject = new Subject.PlaceTime(new Place.Operation(Frame.of("db", "op")));
    long endMillis = (long) (end * MINUTE);
    Finding.Side side = new Finding.Side(20, 20, 1, 1);
    Finding finding =
        Finding.at(
            FRONT,
            subject,
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
            List.of(FRONT),
            List.of(finding),
            contributionNanos));
  }

  List<ExplainedIncident> incidents() {
    return side(EndpointFunction.INCIDENTS);
  }

  /** How many endpoints anything is kept of. */
  long endpoints() {
    return getOperator().getKeyedStateBackend().getKeys("pane", VoidNamespace.INSTANCE).count();
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
