package io.tracemill.pipeline.stacks;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.HostSamples;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.look.HostExplainer;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.judge.IncidentCodec;
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.judge.RoutedIncidentCodec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.BooleanSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest spans and samples of a host. It explains the busiest operations of every ten
 * minutes, every five minutes, and each incident whose culprit runs on the host.
 */
public final class StacksFunction
    extends KeyedBroadcastProcessFunction<String, HostPart, RoutedIncident, StackExplanation> {
  /** All open incidents and those that ended lately, by id. */
  public static final MapStateDescriptor<String, Incident> INCIDENTS =
      new MapStateDescriptor<>(
          "incidents", StringSerializer.INSTANCE, new CodecSerializer<>(new IncidentCodec()));

  /** Incidents with the sentence that explains them, on their way to their first endpoint. */
  public static final OutputTag<RoutedIncident> EXPLAINED =
      new OutputTag<>("explained", RoutedIncidentCodec.TYPE);

  private static final long serialVersionUID = 1;

  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long WINDOW = 10 * MINUTE;
  private static final long SLIDE = 5 * MINUTE;

  /** Profilers send what they have once a minute or sooner, and traces take time to close. */
  private static final long BEHIND = MINUTE;

  private static final int OPERATIONS = 3;

  /** The same data always give the same figures. */
  private static final long SEED = 7;

  private static final long MAX_BYTES = 64L << 20;

  private final long paneMillis;

  /** Key: host; a quarter of an hour of parts, at most 64 MiB; cleared when it has none. */
  private transient ListState<HostPart> parts;

  /** Key: host; the bytes of {@link #parts}; cleared with them. */
  private transient ValueState<Long> bytes;

  /** Key: host; the end of the latest explained window; cleared with the parts. */
  private transient ValueState<Long> until;

  /** Key: host; samples since {@link #until} that came too late; cleared with each window. */
  private transient ValueState<Long> late;

  /** Key: host; samples since {@link #until} without room; cleared with each window. */
  private transient ValueState<Long> dropped;

  /** Key: host; the services of its spans since {@link #until} and before; as the parts. */
  private transient MapState<String, Boolean> services;

  /** Key: host; the incidents that it has explained; an id goes when the incident is forgotten. */
  private transient MapState<String, Boolean> explained;

  private transient Counter lateSamples;
  private transient Counter droppedParts;
  private transient Counter explanations;

  /**
   * @param paneMillis the length of a pane of change detection
   */
  public StacksFunction(long paneMillis) {
    this.paneMillis = paneMillis;
  }

  @Override
  public void open(OpenContext context) {
    parts =
        getRuntimeContext()
            .getListState(
                new ListStateDescriptor<>("parts", new CodecSerializer<>(new HostPartCodec())));
    bytes = number("bytes");
    until = number("until");
    late = number("late");
    dropped = number("dropped");
    services = names("services");
    explained = names("explained");
    MetricGroup group = MetricScope.of(getRuntimeContext().getMetricGroup());
    lateSamples = group.counter("stackSamplesLate");
    droppedParts = group.counter("stackPartsDropped");
    explanations = group.counter("stackExplanations");
  }

  private ValueState<Long> number(String name) {
    return getRuntimeContext().getState(new ValueStateDescriptor<>(name, LongSerializer.INSTANCE));
  }

  private MapState<String, Boolean> names(String name) {
    return getRuntimeContext()
        .getMapState(
            new MapStateDescriptor<>(name, StringSerializer.INSTANCE, BooleanSerializer.INSTANCE));
  }

  private static long of(ValueState<Long> number) throws Exception {
    @Nullable Long value = number.value();
    return value == null ? 0 : value;
  }

  @Override
  public void processElement(
      HostPart part, ReadOnlyContext context, Collector<StackExplanation> out) throws Exception {
    if (part instanceof HostSamples samples && part.timeMillis() < of(until)) {
      late.update(of(late) + samples.count());
      lateSamples.inc(samples.count());
    }
    if (part.timeMillis() < of(until) - WINDOW) {
      return;
    }
    if (of(bytes) + part.bytes() > MAX_BYTES) {
      droppedParts.inc();
      dropped.update(of(dropped) + (part instanceof HostSamples samples ? samples.count() : 0));
      return;
    }
    parts.add(part);
    bytes.update(of(bytes) + part.bytes());
    if (part instanceof LocalSpan span && !services.contains(span.frame().service())) {
      services.put(span.frame().service(), true);
    }
    for (long wait : new long[] {MINUTE, SLIDE}) {
      long end = Math.floorDiv(part.timeMillis(), wait) * wait + wait;
      context.timerService().registerEventTimeTimer(end + BEHIND);
    }
  }

  @Override
  public void processBroadcastElement(
      RoutedIncident routed, Context context, Collector<StackExplanation> out) throws Exception {
    Incident incident = routed.incident();
    if (!routed.endpoint().equals(incident.endpoints().get(0))) {
      return;
    }
    BroadcastState<String, Incident> incidents = context.getBroadcastState(INCIDENTS);
    incidents.put(incident.id(), incident);
    List<String> old = new ArrayList<>();
    for (Map.Entry<String, Incident> known : incidents.immutableEntries()) {
      if (known.getValue().endMillis() < incident.endMillis() - WINDOW) {
        old.add(known.getKey());
      }
    }
    for (String id : old) {
      incidents.remove(id);
    }
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<StackExplanation> out)
      throws Exception {
    long end = millis - BEHIND;
    explainIncidents(end, context, out);
    if (end % SLIDE == 0 && end > of(until)) {
      explainWindow(end, out);
      until.update(end);
      late.clear();
      dropped.clear();
      if (dropBefore(end - WINDOW, context)) {
        context.timerService().registerEventTimeTimer(end + SLIDE + BEHIND);
      }
    }
  }

  private void explainWindow(long end, Collector<StackExplanation> out) throws Exception {
    for (StackExplanation found : explainer(end).busiest(OPERATIONS)) {
      explanations.inc();
      out.collect(found);
    }
  }

  private HostExplainer explainer(long end) throws Exception {
    List<HostPart> known = new ArrayList<>();
    parts.get().forEach(known::add);
    return new HostExplainer(
        new Period(end - WINDOW, end),
        known,
        of(late),
        of(dropped),
        () -> new SplittableRandom(SEED));
  }

  private void explainIncidents(long end, OnTimerContext context, Collector<StackExplanation> out)
      throws Exception {
    List<Incident> open = new ArrayList<>();
    for (Map.Entry<String, Incident> each :
        context.getBroadcastState(INCIDENTS).immutableEntries()) {
      Incident incident = each.getValue();
      if (!explained.contains(incident.id())
          && services.contains(incident.culprit().subject().service())) {
        open.add(incident);
      }
    }
    if (!open.isEmpty()) {
      HostExplainer host = explainer(end);
      for (Incident incident : open) {
        long began = incident.sinceMillis() - paneMillis;
        Optional<StackExplanation> found = host.explain(incident, began);
        if (found.isPresent()) {
          emit(found.get(), incident, context, out);
        }
      }
    }
  }

  private void emit(
      StackExplanation found,
      Incident incident,
      OnTimerContext context,
      Collector<StackExplanation> out)
      throws Exception {
    explained.put(incident.id(), true);
    explanations.inc();
    out.collect(found);
    if (found.verdict() == Verdict.CULPRITS) {
      context.output(
          EXPLAINED,
          new RoutedIncident(incident.endpoints().get(0), incident, Optional.of(found.summary())));
    }
  }

  /** Forgets what is older; returns whether anything is left. */
  private boolean dropBefore(long millis, OnTimerContext context) throws Exception {
    List<HostPart> left = new ArrayList<>();
    Set<String> called = new HashSet<>();
    long size = 0;
    for (HostPart part : parts.get()) {
      if (part.timeMillis() >= millis) {
        left.add(part);
        size += part.bytes();
        if (part instanceof LocalSpan span) {
          called.add(span.frame().service());
        }
      }
    }
    parts.update(left);
    bytes.update(size);
    services.clear();
    for (String service : called) {
      services.put(service, true);
    }
    forgetIncidents(context);
    if (left.isEmpty()) {
      bytes.clear();
      until.clear();
    }
    return !left.isEmpty();
  }

  private void forgetIncidents(OnTimerContext context) throws Exception {
    ReadOnlyBroadcastState<String, Incident> known = context.getBroadcastState(INCIDENTS);
    for (Iterator<String> ids = explained.keys().iterator(); ids.hasNext(); ) {
      if (!known.contains(ids.next())) {
        ids.remove();
      }
    }
  }
}
