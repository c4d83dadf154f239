package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.anomaly.traffic.CheckedRequest;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.profile.WindowSums;
import io.tracemill.analysis.record.AnomalyRecord;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.pipeline.count.EndpointPart;
import io.tracemill.pipeline.count.SealedSums;
import io.tracemill.pipeline.judge.RoutedIncident;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.ListSerializer;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Keeps an endpoint's latest requests. It emits a profile at every slide, and explains incidents.
 */
public final class EndpointFunction
    extends KeyedCoProcessFunction<Frame, EndpointPart, RoutedIncident, EndpointProfile> {
  /** Incidents as the endpoint explains them. */
  public static final OutputTag<ExplainedIncident> INCIDENTS =
      new OutputTag<>("incidents", new InChainTypeInfo<>(ExplainedIncident.class));

  /** The explanation of an endpoint's open incident, at most once a pane and incident. */
  public static final OutputTag<Explanation> CHANGES =
      new OutputTag<>("changes", new InChainTypeInfo<>(Explanation.class));

  /** The window that ends with each slide, if it has requests. */
  public static final OutputTag<EndpointSlide> SLIDES =
      new OutputTag<>("slides", new InChainTypeInfo<>(EndpointSlide.class));

  /** The requests of each pane, if it has any. */
  public static final OutputTag<EndpointWindow> PANES =
      new OutputTag<>("panes", new InChainTypeInfo<>(EndpointWindow.class));

  /** Requests that are unlike the others of the endpoint. */
  public static final OutputTag<AnomalyRecord> ANOMALIES =
      new OutputTag<>("anomalies", new InChainTypeInfo<>(AnomalyRecord.class));

  private final EndpointRules rules;

  /** Key: endpoint; the pane length of its state; cleared with the endpoint. */
  private transient ValueState<Long> lengths;

  /**
   * Key: endpoint; the panes of the window and of the history, each bounded by the profile limits;
   * a pane goes when it is older than both.
   */
  private transient PaneValues<SealedSums> panes;

  /**
   * Key: endpoint; rows of a pane, bounded by the sample; cleared when the pane is older than the
   * history.
   */
  private transient PaneValues<List<RequestRow>> rows;

  private transient Anomalies anomalies;

  /** Key: endpoint; incidents by the end of their pane; cleared when the watermark reaches it. */
  private transient MapState<Long, List<Incident>> waiting;

  /** Empty if detection is switched off; so is {@link #explanations}. */
  private transient RequestHistory history;

  private transient Explanations explanations;

  private transient EndpointMetrics metrics;

  public EndpointFunction(EndpointRules rules) {
    this.rules = rules;
  }

  @Override
  public void open(OpenContext context) {
    lengths =
        getRuntimeContext().getState(new ValueStateDescriptor<>("pane", LongSerializer.INSTANCE));
    panes = new PaneValues<>(getRuntimeContext(), "panes", new SealedSums.SealedCodec());
    waiting =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "incidents",
                    LongSerializer.INSTANCE,
                    new ListSerializer<>(SmileCodec.serializerOf(Incident.class))));
    rows = new PaneValues<>(getRuntimeContext(), "rows", new PaneValues.RowsCodec());
    anomalies = new Anomalies(getRuntimeContext(), rules);
    history = new RequestHistory(getRuntimeContext(), rules, panes, rows, anomalies);
    explanations = new Explanations(getRuntimeContext(), rules, history);
    metrics = new EndpointMetrics(getRuntimeContext().getMetricGroup());
  }

  @Override
  public void processElement1(EndpointPart part, Context context, Collector<EndpointProfile> out)
      throws Exception {
    startOverIfPaneChanged(context.getCurrentKey());
    long end = part.paneMillis() + rules.paneMillis();
    if (end <= context.timerService().currentWatermark()) {
      metrics.late();
      return;
    }
    if (part.sums().isPresent()) {
      add(part.paneMillis(), part.sums().get());
    }
    if (!part.rows().isEmpty()) {
      List<RequestRow> all = new ArrayList<>(rows.get(part.paneMillis()).orElse(List.of()));
      all.addAll(part.rows());
      rows.put(part.paneMillis(), all);
    }
    if (part.checked().isPresent()) {
      check(part.paneMillis(), part.checked().get(), context);
    }
    context.timerService().registerEventTimeTimer(end);
  }

  private void add(long pane, EndpointSums sums) throws Exception {
    Optional<SealedSums> known = panes.get(pane);
    panes.put(pane, known.isPresent() ? known.get().and(sums) : SealedSums.of(sums));
  }

  private void check(long pane, CheckedRequest request, Context context) throws Exception {
    Optional<AnomalyRecord> anomaly = anomalies.add(pane, request);
    if (anomaly.isPresent()) {
      metrics.anomaly();
      context.output(ANOMALIES, anomaly.get());
    }
  }

  @Override
  public void processElement2(
      RoutedIncident routed, Context context, Collector<EndpointProfile> out) throws Exception {
    Incident incident = routed.incident();
    if (routed.verdict().isPresent()) {
      explanations.learn(incident, routed.verdict().get());
      return;
    }
    List<Incident> known = waiting.get(incident.endMillis());
    List<Incident> incidents = new ArrayList<>(known == null ? List.of() : known);
    incidents.add(incident);
    waiting.put(incident.endMillis(), incidents);
    // A slide that is over must not be processed again.
    long next = context.timerService().currentWatermark() + 1;
    context.timerService().registerEventTimeTimer(Math.max(next, incident.endMillis()));
  }

  /** Panes of another length cannot be merged with current ones. */
  private void startOverIfPaneChanged(Frame endpoint) throws Exception {
    Long known = lengths.value();
    if (known == null || known != rules.paneMillis()) {
      forget(endpoint);
      lengths.update(rules.paneMillis());
    }
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<EndpointProfile> out)
      throws Exception {
    Frame endpoint = context.getCurrentKey();
    startOverIfPaneChanged(endpoint);
    long windowStart = millis - rules.windowMillis();
    if (Math.floorMod(millis, rules.paneMillis()) == 0 && holdsPane(windowStart, millis)) {
      endPane(millis, context, out);
    }
    explain(millis, context);
    goOn(millis, context);
  }

  private boolean holdsPane(long startMillis, long endMillis) throws Exception {
    return !panes.starts().subSet(startMillis, endMillis).isEmpty();
  }

  private void endPane(long millis, OnTimerContext context, Collector<EndpointProfile> out)
      throws Exception {
    Frame endpoint = context.getCurrentKey();
    long newest = millis - rules.paneMillis();
    Optional<EndpointSums> pane = panes.get(newest).map(SealedSums::sums);
    if (pane.isPresent()) {
      context.output(PANES, new EndpointWindow(endpoint, newest, millis, pane.get()));
      metrics.otherCategories(endpoint, pane.get().other().count());
    }
    if (Math.floorMod(millis, rules.slideMillis()) == 0) {
      endSlide(new Period(millis - rules.windowMillis(), millis), context, out);
    }
  }

  private void endSlide(Period window, OnTimerContext context, Collector<EndpointProfile> out)
      throws Exception {
    Frame endpoint = context.getCurrentKey();
    WindowSums sums = new WindowSums(rules.sums(), window, rules.slideMillis());
    for (long start : panes.starts().subSet(window.startMillis(), window.endMillis())) {
      sums.add(start, panes.get(start).orElseThrow().sums());
    }
    List<RequestRow> sampled = history.rows(window);
    sums.profile(endpoint, sampled).ifPresent(out::collect);
    if (sums.requests().count() > 0) {
      boolean alone = Math.floorMod(window.endMillis(), rules.windowMillis()) == 0;
      context.output(SLIDES, new EndpointSlide(endpoint, window, alone, sums));
    }
  }

  private void explain(long millis, OnTimerContext context) throws Exception {
    for (long end : ends().headSet(millis, true)) {
      for (Incident incident : waiting.get(end)) {
        explain(incident, context);
      }
      waiting.remove(end);
    }
  }

  private NavigableSet<Long> ends() throws Exception {
    NavigableSet<Long> ends = new TreeSet<>();
    waiting.keys().forEach(ends::add);
    return ends;
  }

  private void explain(Incident incident, OnTimerContext context) throws Exception {
    Frame endpoint = context.getCurrentKey();
    explanations.renew(endpoint, incident).ifPresent(why -> context.output(CHANGES, why));
    context.output(INCIDENTS, explanations.explained(endpoint, incident));
  }

  /**
   * A later pane has its own timer. An endpoint with an empty window gets one more timer, for the
   * time when its whole history is too old. If there are too many endpoints, it is forgotten at
   * once. A pane's rows and sums come from two tasks, so the rows can be far ahead.
   */
  private void goOn(long millis, OnTimerContext context) throws Exception {
    Frame endpoint = context.getCurrentKey();
    anomalies.settle(rules.oldest(millis), history);
    metrics.drifts(endpoint, anomalies.renew(endpoint, millis, history));
    dropBefore(rules.oldest(millis));
    // The next window begins one pane later.
    if (holdsPane(millis - rules.windowMillis() + rules.paneMillis(), millis)) {
      metrics.holds(endpoint, panes.starts().size());
      long slide = Math.floorDiv(millis, rules.slideMillis()) * rules.slideMillis();
      context.timerService().registerEventTimeTimer(slide + rules.slideMillis());
    } else if (holdsPane(Long.MIN_VALUE, millis) && metrics.endpoints() <= rules.maxIdle()) {
      metrics.holds(endpoint, 0);
      long newest = panes.starts().lower(millis);
      context.timerService().registerEventTimeTimer(forgottenAt(newest));
    } else if (!holdsFrom(millis)) {
      forget(endpoint);
    }
  }

  /** When a pane is older than all that needs it. */
  private long forgottenAt(long startMillis) {
    return startMillis + rules.maxPanes() * rules.paneMillis();
  }

  private void dropBefore(long startMillis) throws Exception {
    panes.dropBefore(startMillis);
    rows.dropBefore(startMillis);
    history.dropBefore(startMillis);
  }

  private boolean holdsFrom(long millis) throws Exception {
    return !panes.starts().tailSet(millis).isEmpty()
        || !rows.starts().tailSet(millis - rules.paneMillis() + 1).isEmpty();
  }

  private void forget(Frame endpoint) throws Exception {
    lengths.clear();
    panes.clear();
    rows.clear();
    anomalies.settle(Long.MAX_VALUE, history);
    history.clear();
    explanations.clear(endpoint);
    metrics.forgets(endpoint);
  }
}
