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
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.judge.RoutedIncident.HostVerdict;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.StringSerializer;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latest spans and samples of a host. Every five minutes, it explains the operations with
 * the most self time in the last ten; hosts have different minutes for this, so that few are
 * explained at the same time. If the culprit of an incident runs on the host, it explains the
 * incident 3 and 8 minutes after it began.
 */
public final class StacksFunction
    extends KeyedBroadcastProcessFunction<String, HostPart, RoutedIncident, StackExplanation> {
  /** Incidents that are open or began less than ten minutes ago, by id. */
  public static final MapStateDescriptor<String, Incident> INCIDENTS =
      new MapStateDescriptor<>(
          "incidents", StringSerializer.INSTANCE, SmileCodec.serializerOf(Incident.class));

  /** Incidents with what a host says about them, on their way to their first endpoint. */
  public static final OutputTag<RoutedIncident> EXPLAINED =
      new OutputTag<>("explained", SmileCodec.typeOf(RoutedIncident.class));

  private static final long MINUTE = Duration.ofMinutes(1).toMillis();
  private static final long WINDOW = 10 * MINUTE;
  private static final int SLIDE_MINUTES = 5;

  /** Profilers send what they have once a minute or sooner, and traces take time to close. */
  private static final long BEHIND = MINUTE;

  /**
   * Minutes after its start at which an incident is explained: late enough for spans during it,
   * early enough for spans before it.
   */
  private static final List<Long> ASKED = List.of(3L, 8L);

  private static final int OPERATIONS = 3;
  private static final HostPartCodec CODEC = new HostPartCodec();

  private final long paneMillis;

  /**
   * Key: host; up to 20 minutes of parts as {@link HostPartCodec} writes them, bounded by the
   * account; cleared when none is left.
   */
  private transient ListState<byte[]> parts;

  /** Key: host; cleared with the parts. */
  private transient ValueState<HostAccount> accounts;

  private transient Counter lateSamples;
  private transient Counter latePartsDropped;
  private transient Counter partsWithoutRoom;
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
                new ListStateDescriptor<>("parts", BytePrimitiveArraySerializer.INSTANCE));
    accounts =
        getRuntimeContext()
            .getState(
                new ValueStateDescriptor<>("account", SmileCodec.serializerOf(HostAccount.class)));
    MetricGroup group = MetricScope.of(getRuntimeContext().getMetricGroup());
    lateSamples = group.counter("stackSamplesLate");
    latePartsDropped = group.counter("stackPartsTooLate");
    partsWithoutRoom = group.counter("stackPartsDropped");
    explanations = group.counter("stackExplanations");
  }

  private HostAccount account() throws Exception {
    @Nullable HostAccount known = accounts.value();
    return known == null ? HostAccount.EMPTY : known;
  }

  @Override
  public void processElement(
      HostPart part, ReadOnlyContext context, Collector<StackExplanation> out) throws Exception {
    HostAccount account = account();
    byte[] bytes = CODEC.bytes(part);
    long samples = part instanceof HostSamples batch ? batch.count() : 0;
    if (account.isLate(part)) {
      account = account.late(samples);
      lateSamples.inc(samples);
    }
    if (part.timeMillis() < account.untilMillis() - WINDOW) {
      latePartsDropped.inc();
    } else if (account.hasRoom(part, bytes.length)) {
      parts.add(bytes);
      account = account.plus(part, bytes.length);
      wake(part.timeMillis(), context);
    } else {
      partsWithoutRoom.inc();
      account = account.dropped(samples);
    }
    accounts.update(account);
  }

  /** Registers the timer of the part's minute, or of the first that is not over. */
  private static void wake(long millis, ReadOnlyContext context) {
    long open = Math.max(millis, Math.max(0, context.currentWatermark()) - BEHIND);
    long next = (Math.floorDiv(open, MINUTE) + 1) * MINUTE + BEHIND;
    context.timerService().registerEventTimeTimer(next);
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
    long turn = Math.floorMod(context.getCurrentKey().hashCode(), SLIDE_MINUTES);
    if (Math.floorMod(end / MINUTE, SLIDE_MINUTES) == turn) {
      explainWindow(end - turn * MINUTE, out);
    }
    if (accounts.value() != null) {
      context.timerService().registerEventTimeTimer(millis + MINUTE);
    }
  }

  private void explainIncidents(long end, OnTimerContext context, Collector<StackExplanation> out)
      throws Exception {
    List<Incident> asked = new ArrayList<>();
    for (Map.Entry<String, Incident> each :
        context.getBroadcastState(INCIDENTS).immutableEntries()) {
      if (ASKED.contains((end - began(each.getValue())) / MINUTE)) {
        asked.add(each.getValue());
      }
    }
    if (!asked.isEmpty()) {
      List<HostPart> held = held();
      asked.removeIf(incident -> !runsHere(incident, held));
      if (!asked.isEmpty()) {
        HostExplainer host = explainer(end, held);
        asked.forEach(incident -> explain(incident, host, context, out));
      }
    }
  }

  private List<HostPart> held() throws Exception {
    List<HostPart> held = new ArrayList<>();
    for (byte[] bytes : parts.get()) {
      held.add(CODEC.part(bytes));
    }
    return held;
  }

  private static boolean runsHere(Incident incident, List<HostPart> held) {
    String service = incident.culprit().subject().service();
    return held.stream()
        .anyMatch(part -> part instanceof LocalSpan span && span.frame().service().equals(service));
  }

  private long began(Incident incident) {
    return incident.sinceMillis() - paneMillis;
  }

  private HostExplainer explainer(long end, List<HostPart> held) throws Exception {
    HostAccount account = account();
    return new HostExplainer(
        new Period(end - WINDOW, end),
        held,
        account.late(),
        account.dropped(),
        () -> new SplittableRandom(HostExplainer.SEED));
  }

  private void explain(
      Incident incident,
      HostExplainer host,
      OnTimerContext context,
      Collector<StackExplanation> out) {
    Optional<StackExplanation> found = host.explain(incident, began(incident));
    if (found.isPresent()) {
      boolean culprit = found.get().verdict() == Verdict.CULPRITS;
      HostVerdict verdict =
          new HostVerdict(context.getCurrentKey(), culprit ? found.get().summary() : "");
      emit(found.get(), out);
      context.output(
          EXPLAINED,
          new RoutedIncident(incident.endpoints().get(0), incident, Optional.of(verdict)));
    }
  }

  private void explainWindow(long end, Collector<StackExplanation> out) throws Exception {
    List<HostPart> held = held();
    explainer(end, held).busiest(OPERATIONS).forEach(found -> emit(found, out));
    dropOld(account().explained(end), held);
  }

  private void emit(StackExplanation found, Collector<StackExplanation> out) {
    explanations.inc();
    out.collect(found);
  }

  /** Keeps what the next windows need. */
  private void dropOld(HostAccount explained, List<HostPart> held) throws Exception {
    List<byte[]> left = new ArrayList<>();
    HostAccount account = explained;
    int next = 0;
    for (byte[] bytes : parts.get()) {
      HostPart part = held.get(next++);
      if (part.timeMillis() >= explained.untilMillis() - WINDOW) {
        left.add(bytes);
        account = account.plus(part, bytes.length);
      }
    }
    parts.update(left);
    if (left.isEmpty()) {
      accounts.clear();
    } else {
      accounts.update(account);
    }
  }
}
