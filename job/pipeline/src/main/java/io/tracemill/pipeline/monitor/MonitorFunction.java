package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.analysis.cohort.BaselineRules;
import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Learning;
import io.tracemill.analysis.cohort.Normal;
import io.tracemill.analysis.difference.LowLevelDifferences;
import io.tracemill.analysis.mutation.Comparison;
import io.tracemill.analysis.mutation.EndpointChange;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.mutation.LearnedWindow;
import io.tracemill.analysis.mutation.MonitorRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.EndpointProfile;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.judge.EndpointSlideCodec;
import io.tracemill.pipeline.quality.QualityDeltaCodec;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.util.List;
import java.util.OptionalLong;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Keeps an endpoint's latest requests and what is normal for it; answers its profile at every
 * slide, and says how the window differs from its baseline.
 */
public final class MonitorFunction
    extends KeyedProcessFunction<Frame, ProfileDelta, EndpointProfile> {
  /** What is said to the judge, at every slide whose window has traffic. */
  public static final OutputTag<EndpointSlide> SLIDES =
      new OutputTag<>("slides", EndpointSlideCodec.TYPE);

  /** Accounts of the change, at slides at which there is something to compare with. */
  public static final OutputTag<EndpointChange> CHANGES =
      new OutputTag<>("changes", new InChainTypeInfo<>(EndpointChange.class));

  /** How far silence means health. */
  public static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("monitor-quality", QualityDeltaCodec.TYPE);

  private static final long serialVersionUID = 1;

  private final MonitorRules rules;
  private final BaselineRules grid;
  private transient EndpointComparer comparer;
  private transient History history;
  private transient MonitorMetrics metrics;

  public MonitorFunction(MonitorRules rules) {
    this.rules = rules;
    this.grid = rules.baseline();
  }

  @Override
  public void open(OpenContext context) {
    LowLevelDifferences differences =
        new LowLevelDifferences(rules.mutations().excludedAttributes());
    comparer = new EndpointComparer(rules.mutations(), rules.limits(), differences);
    history = new History(getRuntimeContext(), grid);
    metrics = new MonitorMetrics(getRuntimeContext().getMetricGroup());
  }

  @Override
  public void processElement(ProfileDelta delta, Context context, Collector<EndpointProfile> out)
      throws Exception {
    history.add(delta.paneMillis(), delta.requests());
    context.timerService().registerEventTimeTimer(delta.paneMillis() + grid.slideMillis());
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<EndpointProfile> out)
      throws Exception {
    Baseline baseline = history.baseline();
    boolean wasIdle = history.panesBefore(millis) == 0;
    history.age(baseline, millis);
    // A timer from before a restart with another slide has nothing to say.
    if (Math.floorMod(millis, grid.slideMillis()) == 0) {
      slide(millis, baseline, context, out);
    }
    int panes = history.panesBefore(millis);
    boolean forgotten = panes == 0 && !wasIdle && metrics.endpoints() > rules.maxIdle();
    OptionalLong next = forgotten ? OptionalLong.empty() : next(millis, panes, baseline, context);
    if (next.isPresent()) {
      history.keep(baseline);
      metrics.holds(context.getCurrentKey(), panes, baseline.allBlocks());
      context.timerService().registerEventTimeTimer(next.getAsLong());
    } else {
      history.forget();
      metrics.forgets(context.getCurrentKey());
    }
  }

  /**
   * A pane that starts later has a timer of its own: in a gap nothing is done but to say that what
   * is known is missing. Names that come once and never again would be remembered for as long as
   * those that come back, so there is a limit to how many are, asked when the last pane goes.
   */
  private OptionalLong next(long millis, int panes, Baseline baseline, OnTimerContext context)
      throws Exception {
    long slide = millis - Math.floorMod(millis, grid.slideMillis()) + grid.slideMillis();
    if (panes > 0) {
      return OptionalLong.of(slide);
    }
    OptionalLong end = baseline.forgottenAt(grid);
    if (end.isEmpty() || end.getAsLong() <= millis) {
      return OptionalLong.empty();
    }
    return missesWhatItKnows(millis, baseline, context)
        ? OptionalLong.of(Math.min(slide, end.getAsLong()))
        : end;
  }

  /**
   * Whether silence is worth a word: of what has a baseline, and not after the end of input, which
   * can be known before what came earlier has been looked at.
   */
  private boolean missesWhatItKnows(long millis, Baseline baseline, OnTimerContext context)
      throws Exception {
    return baseline.isLearned(Normal.KNOWN, millis, grid)
        && (context.timerService().currentWatermark() < Long.MAX_VALUE || history.goesOn(millis));
  }

  private void slide(
      long millis, Baseline baseline, OnTimerContext context, Collector<EndpointProfile> out)
      throws Exception {
    long newest = millis - grid.slideMillis();
    List<Block> panes = history.window(millis);
    EndpointAccumulator requests = new Cohort(panes).merged(rules.limits());
    Frame endpoint = context.getCurrentKey();
    if (requests.count() > 0) {
      out.collect(ProfileReader.profile(requests, endpoint, millis - grid.windowMillis(), millis));
    }
    for (Block pane : panes) {
      if (pane.startMillis() == newest) {
        seeTraffic(pane, baseline);
        metrics.otherCategories(endpoint, pane.requests().other().count());
      }
    }
    EndpointWatch watch = new EndpointWatch(rules, endpoint, millis, panes, requests);
    if (endpoint.equals(AggregateOperator.OTHER)) {
      baseline.leaveOut(newest);
    } else if (rules.seen(requests) > 0) {
      watch(watch, millis, baseline, context);
    } else if (missesWhatItKnows(millis, baseline, context)) {
      // Nothing is found where nothing comes, which is not health.
      count(watch, WatchState.BLIND, context);
    }
  }

  /** Of a pane that has spans which came too late, and no request, nothing can be learned. */
  private void seeTraffic(Block pane, Baseline baseline) {
    if (rules.seen(pane.requests()) > 0) {
      baseline.sawTraffic(pane.startMillis());
    } else {
      baseline.leaveOut(pane.startMillis());
    }
  }

  private void watch(EndpointWatch watch, long millis, Baseline baseline, OnTimerContext context)
      throws Exception {
    WatchState state = watch.state(baseline);
    if (state == WatchState.LEARNING || !watch.isBelievable()) {
      say(watch, watch.unjudged(state, baseline), context);
      return;
    }
    LearnedWindow window =
        LearnedWindow.of(
            watch.window(), baseline, grid, normal -> compare(watch, millis, baseline, normal));
    for (Learning learning : window.learned()) {
      history.follow(learning);
    }
    say(watch, window.comparison().slide(), context);
    watch.change(window.comparison()).ifPresent(change -> context.output(CHANGES, change));
  }

  private Comparison compare(EndpointWatch watch, long millis, Baseline baseline, Normal normal)
      throws Exception {
    return watch.compare(
        comparer, baseline.period(normal, millis), history.before(baseline, normal, millis));
  }

  private void say(EndpointWatch watch, EndpointSlide slide, OnTimerContext context) {
    context.output(SLIDES, slide);
    count(watch, slide.state(), context);
  }

  private static void count(EndpointWatch watch, WatchState state, OnTimerContext context) {
    watch.counts(state).forEach(delta -> context.output(QUALITY, delta));
  }
}
