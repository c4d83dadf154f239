package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.detection.DetectorState;
import io.tracemill.analysis.detection.EndpointWatch;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.quality.QualityDeltaCodec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.function.SerializableFunction;

/**
 * Gives all panes to the detector in order and emits what it finds. Runs as one task: which panes
 * stay out of a baseline depends on the incidents of all endpoints.
 */
public final class JudgeOperator extends AbstractStreamOperator<RoutedIncident>
    implements OneInputStreamOperator<PaneCounts, RoutedIncident> {
  /** How far silence about endpoints means health, and how many incidents are open. */
  public static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("judge-quality", QualityDeltaCodec.TYPE);

  private static final long serialVersionUID = 1;

  private final DetectionRules rules;
  private final long slideMillis;
  private final SerializableFunction<Optional<DetectorState>, Detection> detections;

  /**
   * One {@link JudgeState}: rows of each endpoint that the detector remembers, panes that are not
   * over; written anew at every checkpoint.
   */
  private transient ListState<byte[]> parts;

  private transient JudgeState.Writer writer;
  private transient Detection detection;
  private transient PendingPanes pending;

  /** By id of an open incident, the endpoint that explains it. */
  private transient Map<String, Frame> explained;

  /** Open incidents that were forgotten at the start, until the accounts know of it. */
  private transient long forgotten;

  private transient JudgeMetrics judgeMetrics;

  /**
   * @param slideMillis the length of a pane of the accounts
   */
  public JudgeOperator(DetectionRules rules, long slideMillis) {
    this(
        rules,
        slideMillis,
        known ->
            Detection.of(
                known
                    .map(state -> Detector.restored(rules, state))
                    .orElseGet(() -> new Detector(rules))));
  }

  /** One whose detector is made by {@code detections}, of what it knew. */
  JudgeOperator(
      DetectionRules rules,
      long slideMillis,
      SerializableFunction<Optional<DetectorState>, Detection> detections) {
    this.rules = rules;
    this.slideMillis = slideMillis;
    this.detections = detections;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    parts =
        context
            .getOperatorStateStore()
            .getListState(
                new ListStateDescriptor<>("judge", BytePrimitiveArraySerializer.INSTANCE));
    writer = new JudgeState.Writer();
    Optional<JudgeState> restored = JudgeState.read(parts.get(), getUserCodeClassloader());
    Optional<JudgeState> usable = restored.filter(state -> state.header().fits(rules));
    if (restored.isPresent() && usable.isEmpty()) {
      LOG.warn(
          "changes.pane or changes.min-effect.time is not what it was when the state was written:"
              + " all endpoints are learned anew, and open incidents are forgotten");
    }
    forgotten =
        usable.isPresent() ? 0 : restored.map(state -> state.header().explained().size()).orElse(0);
    Optional<JudgeState.Header> known = usable.map(JudgeState::header);
    detection = detections.apply(usable.map(JudgeState::detector));
    explained = new HashMap<>(known.map(JudgeState.Header::explained).orElse(Map.of()));
    pending =
        new PendingPanes(
            rules.paneMillis(),
            known.map(JudgeState.Header::nextMillis).orElse(PendingPanes.NEVER));
    usable.ifPresent(state -> state.pending().forEach(pending::add));
  }

  @Override
  public void open() throws Exception {
    super.open();
    judgeMetrics = new JudgeMetrics(getMetricGroup());
  }

  @Override
  public void processElement(StreamRecord<PaneCounts> element) {
    if (!pending.add(element.getValue())) {
      judgeMetrics.partsLate.inc();
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    pending.judge(mark.getTimestamp(), detection, this::emit);
    super.processWatermark(mark);
  }

  private void emit(Judgement judgement) {
    judgeMetrics.panesJudged.inc();
    long openBefore = explained.size() + forgotten;
    forgotten = 0;
    for (Incident incident : judgement.incidents()) {
      boolean fires = incident.status() == Incident.Status.FIRING;
      Frame first = incident.endpoints().get(0);
      Frame endpoint = explained.getOrDefault(incident.id(), first);
      if (fires) {
        explained.put(incident.id(), endpoint);
      } else {
        explained.remove(incident.id());
      }
      output.collect(
          new StreamRecord<>(new RoutedIncident(endpoint, incident), judgement.endMillis()));
    }
    account(judgement, explained.size() - openBefore);
  }

  private void account(Judgement judgement, long opened) {
    long pane = Math.floorDiv(judgement.endMillis() - 1, slideMillis) * slideMillis;
    QualityCounts job = new QualityCounts();
    job.add(Measure.INCIDENTS_OPEN, opened);
    job.add(Measure.INCIDENTS_DROPPED, judgement.dropped());
    for (EndpointWatch watch : judgement.endpoints()) {
      job.add(Measure.jobWindows(watch.state()), 1);
      if (watch.reason().equals(Optional.of(EndpointWatch.Reason.FEW_REQUESTS))) {
        job.add(Measure.JOB_WINDOWS_THIN, 1);
      }
      account(
          new QualityDelta(
              pane,
              new QualityScope.Endpoint(watch.endpoint()),
              new QualityCounts(),
              Optional.of(watch.watch())));
    }
    if (!job.isEmpty()) {
      account(new QualityDelta(pane, new QualityScope.Job(), job));
    }
  }

  private void account(QualityDelta delta) {
    output.collect(QUALITY, new StreamRecord<>(delta, delta.paneMillis()));
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    JudgeState state =
        new JudgeState(
            new JudgeState.Header(
                rules.paneMillis(), rules.scale().floorNanos(), pending.nextMillis(), explained),
            detection.state(),
            pending.parts().toList());
    List<byte[]> written = writer.write(state);
    parts.update(written);
    judgeMetrics.keeps(
        state.detector().endpoints().size(), written.stream().mapToLong(part -> part.length).sum());
  }
}
