package io.tracemill.pipeline.monitor;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.aggregate.AccumulatorCodec;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.SealedRequests;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Queue;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;

/**
 * A monitor of windows of three minutes, every minute, with a baseline of eight windows; what
 * differs for ten minutes is accepted. Times are minutes.
 */
final class MonitorHarness
    extends KeyedOneInputStreamOperatorTestHarness<Frame, ProfileDelta, EndpointProfile> {
  static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);
  static final long MINUTE = 60_000;

  /** While there are more endpoints, none without traffic is remembered. */
  static final int MAX_IDLE = 3;

  static final Frame FRONT = Frame.of("front", "op");

  static final MutationRules MUTATIONS =
      new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 50, List.of());

  private static final long MILLISECOND = 1_000_000;

  private MonitorHarness(StateBackend backend, MonitorRules rules) throws Exception {
    super(
        SimpleOperatorFactory.of(new KeyedProcessOperator<>(new MonitorFunction(rules))),
        ProfileDelta::endpoint,
        FrameCodec.TYPE,
        128,
        1,
        0);
    setStateBackend(backend);
    setup(
        new InChainTypeInfo<>(EndpointProfile.class).createSerializer(new SerializerConfigImpl()));
  }

  static MonitorRules rules(long window, long slide) {
    return rules(window, slide, 0);
  }

  /** A day is asked for. */
  static MonitorRules neverAccepting() {
    return rules(3, 1, 0, 24 * 60);
  }

  private static MonitorRules rules(long window, long slide, long min) {
    return rules(window, slide, min, 10);
  }

  private static MonitorRules rules(long window, long slide, long min, long accept) {
    return new MonitorRules(
        LIMITS,
        new BaselineRules(window * MINUTE, slide * MINUTE, 8, min * MINUTE, accept * MINUTE),
        MUTATIONS,
        false,
        0.9,
        0.01,
        MAX_IDLE);
  }

  static MonitorHarness started() throws Exception {
    return started(new HashMapStateBackend());
  }

  static MonitorHarness started(StateBackend backend) throws Exception {
    return started(backend, rules(3, 1));
  }

  static MonitorHarness started(MonitorRules rules) throws Exception {
    return started(new HashMapStateBackend(), rules);
  }

  private static MonitorHarness started(StateBackend backend, MonitorRules rules) throws Exception {
    MonitorHarness harness = new MonitorHarness(backend, rules);
    harness.open();
    return harness;
  }

  static MonitorHarness restored(OperatorSubtaskState state) throws Exception {
    return restored(state, 3, 1);
  }

  static MonitorHarness restored(OperatorSubtaskState state, long window, long slide)
      throws Exception {
    return restored(new HashMapStateBackend(), state, window, slide);
  }

  /** One that asks for a baseline of so many minutes. */
  static MonitorHarness restoredAskingFor(long min, OperatorSubtaskState state) throws Exception {
    return restored(new HashMapStateBackend(), state, rules(3, 1, min));
  }

  static MonitorHarness restored(
      StateBackend backend, OperatorSubtaskState state, long window, long slide) throws Exception {
    return restored(backend, state, rules(window, slide));
  }

  private static MonitorHarness restored(
      StateBackend backend, OperatorSubtaskState state, MonitorRules rules) throws Exception {
    MonitorHarness harness = new MonitorHarness(backend, rules);
    harness.initializeState(state);
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
    processElement(delta, delta.paneMillis());
  }

  /** In each minute twenty requests that call another service and take about {@code millis}. */
  void feedMinutes(long from, long to, long millis) throws Exception {
    feedMinutes(from, to, millis, 0);
  }

  /** And some of which the trace is incomplete, within these minutes and until they are over. */
  void feedMinutes(long from, long to, long millis, int incomplete) throws Exception {
    for (long minute = from; minute < to; minute++) {
      feed(traffic(minute, millis, incomplete));
      processWatermark((minute + 1) * MINUTE);
    }
  }

  static ProfileDelta traffic(long minute, long millis, int incomplete) {
    return traffic(minute, millis, incomplete, 20);
  }

  static ProfileDelta traffic(long minute, long millis, int incomplete, int complete) {
    EndpointAccumulator accumulator = new EndpointAccumulator(LIMITS);
    for (int i = 0; i < complete; i++) {
      // Spread over a fifth, differently in each minute.
      long nanos = millis * MILLISECOND * (90 + (i * 7L + minute * 13) % 20) / 100;
      accumulator.add(
          AnalysedRequests.entry(
              trace(1000 * minute + i)
                  .root("front", 0, nanos)
                  .child("front", "db", MILLISECOND, nanos - MILLISECOND)));
    }
    for (int i = 0; i < incomplete; i++) {
      accumulator.countIncomplete(
          AnalysedRequests.entry(trace(i).root("front", 0, 9).orphan("c", 1, 2)));
    }
    return new ProfileDelta(FRONT, minute * MINUTE, accumulator);
  }

  /** So many spans came too late, as it was seen in this minute. */
  static ProfileDelta late(long minute, int spans) {
    EndpointAccumulator accumulator = new EndpointAccumulator(LIMITS);
    accumulator.countLate(spans);
    return new ProfileDelta(FRONT, minute * MINUTE, accumulator);
  }

  /** What the state of that name holds of {@link #FRONT}. */
  List<EndpointAccumulator> stored(String name) throws Exception {
    KeyedStateBackend<Object> backend = getOperator().getKeyedStateBackend();
    backend.setCurrentKey(FRONT);
    MapState<Long, SealedRequests> state =
        backend.getPartitionedState(
            VoidNamespace.INSTANCE,
            VoidNamespaceSerializer.INSTANCE,
            new MapStateDescriptor<>(
                name, LongSerializer.INSTANCE, new CodecSerializer<>(new AccumulatorCodec())));
    List<EndpointAccumulator> stored = new ArrayList<>();
    state.values().forEach(kept -> stored.add(kept.requests()));
    return stored;
  }

  /** How many endpoints anything is kept of. */
  long endpoints() {
    return getOperator().getKeyedStateBackend().getKeys("baseline", VoidNamespace.INSTANCE).count();
  }

  List<EndpointSlide> slides() {
    return side(MonitorFunction.SLIDES);
  }

  <T> List<T> side(OutputTag<T> tag) {
    Queue<StreamRecord<T>> records = getSideOutput(tag);
    List<T> values = new ArrayList<>();
    if (records != null) {
      records.forEach(record -> values.add(record.getValue()));
    }
    return values;
  }

  /** The minutes whose accounts have one of {@code measure}. */
  List<Long> minutesOf(Measure measure) {
    return side(MonitorFunction.QUALITY).stream()
        .filter(delta -> delta.counts().get(measure) > 0)
        .map(delta -> delta.paneMillis() / MINUTE)
        .toList();
  }

  /** The minutes at whose end a slide says {@code state}. */
  List<Long> endsOf(WatchState state) {
    return slides().stream()
        .filter(slide -> slide.state() == state)
        .map(slide -> slide.window().endMillis() / MINUTE)
        .toList();
  }

  /** The slide that ends after so many minutes. */
  EndpointSlide slide(long end) {
    return slides().stream()
        .filter(slide -> slide.window().endMillis() == end * MINUTE)
        .findFirst()
        .orElseThrow();
  }
}
