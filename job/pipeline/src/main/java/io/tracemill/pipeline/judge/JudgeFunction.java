package io.tracemill.pipeline.judge;

import io.tracemill.analysis.alert.Alert;
import io.tracemill.analysis.alert.Incident;
import io.tracemill.analysis.alert.Judge;
import io.tracemill.analysis.alert.JudgeRules;
import io.tracemill.analysis.alert.Judgement;
import io.tracemill.analysis.mutation.EndpointSlide;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.quality.QualityDeltaCodec;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Hears what all endpoints say, slide by slide, and says what is an alert and which alerts are one
 * incident. There is one key.
 */
public final class JudgeFunction extends KeyedProcessFunction<Byte, EndpointSlide, Alert> {
  /** What alerts of one cause are. */
  public static final OutputTag<Incident> INCIDENTS =
      new OutputTag<>("incidents", new InChainTypeInfo<>(Incident.class));

  /** How many alerts fire, and how many are not kept track of. */
  public static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("judge-quality", QualityDeltaCodec.TYPE);

  /** The one key. */
  public static final byte KEY = 0;

  private static final long serialVersionUID = 1;

  private final JudgeRules rules;
  private final long slideMillis;

  /**
   * One key; by end of slide and endpoint, what was said of slides that are not over; cleared when
   * they are.
   */
  private transient MapState<Tuple2<Long, Frame>, EndpointSlide> pending;

  /**
   * One key; the judge's own versioned bytes, bounded by mutations.max-alerts; cleared when no
   * alert and no question is open.
   */
  private transient ValueState<byte[]> judges;

  private transient JudgeMetrics metrics;

  public JudgeFunction(JudgeRules rules, long slideMillis) {
    this.rules = rules;
    this.slideMillis = slideMillis;
  }

  @Override
  public void open(OpenContext context) {
    pending =
        getRuntimeContext()
            .getMapState(
                new MapStateDescriptor<>(
                    "slides", Types.TUPLE(Types.LONG, FrameCodec.TYPE), EndpointSlideCodec.TYPE));
    judges =
        getRuntimeContext()
            .getState(new ValueStateDescriptor<>("judge", BytePrimitiveArraySerializer.INSTANCE));
    metrics = new JudgeMetrics(getRuntimeContext().getMetricGroup());
  }

  @Override
  public void processElement(EndpointSlide slide, Context context, Collector<Alert> out)
      throws Exception {
    pending.put(Tuple2.of(slide.window().endMillis(), slide.endpoint()), slide);
    context.timerService().registerEventTimeTimer(slide.window().endMillis());
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<Alert> out) throws Exception {
    List<EndpointSlide> slides = take(millis);
    Judge judge = restored();
    // A timer from before a restart with another slide is none of this one's.
    if (!slides.isEmpty() || Math.floorMod(millis, slideMillis) == 0) {
      int firing = judge.firing();
      Judgement judgement = judge.judge(millis, slides);
      judgement.alerts().forEach(out::collect);
      judgement.incidents().forEach(incident -> context.output(INCIDENTS, incident));
      count(judge.firing() - firing, judge.dropped(), millis, context);
    }
    keep(judge);
    if (!judge.isQuiet() && timeGoesOn(context)) {
      context
          .timerService()
          .registerEventTimeTimer((Math.floorDiv(millis, slideMillis) + 1) * slideMillis);
    }
  }

  /**
   * At the end of input time does not go on, and what fires then stays so. Where much is read at
   * once that end is known before what came earlier has been judged.
   */
  private boolean timeGoesOn(OnTimerContext context) throws Exception {
    return context.timerService().currentWatermark() < Long.MAX_VALUE || !pending.isEmpty();
  }

  private void count(long fired, long dropped, long millis, OnTimerContext context) {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.ALERTS_FIRING, fired);
    counts.add(Measure.ALERTS_DROPPED, dropped);
    if (!counts.isEmpty()) {
      context.output(
          QUALITY, new QualityDelta(millis - slideMillis, new QualityScope.Job(), counts));
    }
  }

  /** What was said of the slide that ends at {@code millis}, in order of the endpoints. */
  private List<EndpointSlide> take(long millis) throws Exception {
    List<Tuple2<Long, Frame>> over = new ArrayList<>();
    int waiting = 0;
    for (Tuple2<Long, Frame> said : pending.keys()) {
      waiting++;
      if (said.f0 <= millis) {
        over.add(said);
      }
    }
    metrics.slidesWaiting(waiting);
    List<EndpointSlide> due = new ArrayList<>();
    for (Tuple2<Long, Frame> said : over) {
      due.add(pending.get(said));
      pending.remove(said);
    }
    due.sort(Comparator.comparing(EndpointSlide::endpoint));
    return due;
  }

  private Judge restored() throws IOException {
    byte[] bytes = judges.value();
    return bytes == null ? new Judge(rules) : Judge.read(new DataInputDeserializer(bytes), rules);
  }

  private void keep(Judge judge) throws IOException {
    if (judge.isQuiet()) {
      judges.clear();
      metrics.stateBytes(0);
      return;
    }
    DataOutputSerializer out = new DataOutputSerializer(1024);
    judge.write(out);
    judges.update(out.getCopyOfBuffer());
    metrics.stateBytes(out.length());
  }
}
