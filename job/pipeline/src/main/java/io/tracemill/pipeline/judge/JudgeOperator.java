package io.tracemill.pipeline.judge;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.Detector;
import io.tracemill.analysis.detection.Judgement;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.judge.JudgeState.Header;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.Optional;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Passes all panes to the detector in order and emits its results. It runs as one task: incidents
 * of all endpoints decide which panes stay out of a baseline.
 */
public final class JudgeOperator extends AbstractStreamOperator<RoutedIncident>
    implements OneInputStreamOperator<PaneCounts, RoutedIncident> {
  /** The watch states of endpoints, and the number of open incidents. */
  public static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("judge-quality", SmileCodec.typeOf(QualityDelta.class));

  private final DetectionRules rules;
  private final long slideMillis;

  /**
   * Header, rows of each remembered endpoint, and panes that are not over; written at every
   * checkpoint.
   */
  private transient JudgeState state;

  private transient Detector detector;
  private transient PendingPanes pending;

  /** The number of open incidents in the accounts. */
  private transient int open;

  private transient Counter panesJudged;
  private transient Counter partsLate;

  /** Endpoints with rows in the latest checkpoint, and its bytes; other threads read them. */
  private transient volatile long endpoints;

  private transient volatile long bytes;

  /**
   * @param slideMillis the length of a pane of the accounts
   */
  public JudgeOperator(DetectionRules rules, long slideMillis) {
    this.rules = rules;
    this.slideMillis = slideMillis;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    state = new JudgeState(context, getUserCodeClassloader());
    Optional<Header> written = state.header();
    boolean usable = written.isPresent() && written.get().fits(rules);
    if (written.isPresent() && !usable) {
      LOG.warn(
          "pane or changes.min-effect.time has changed since the state was written:"
              + " all endpoints learn again, and open incidents are forgotten");
    }
    open = written.map(Header::openIncidents).orElse(0);
    detector = usable ? state.detector(rules) : new Detector(rules);
    pending =
        new PendingPanes(
            rules.paneMillis(), usable ? written.get().nextMillis() : PendingPanes.NEVER);
    if (usable) {
      state.pending().forEach(pending::add);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    MetricGroup group = MetricScope.of(getMetricGroup());
    panesJudged = group.counter("panesJudged");
    partsLate = group.counter("paneCountsLate");
    group.gauge("judgeEndpoints", () -> endpoints);
    group.gauge("judgeBytes", () -> bytes);
  }

  @Override
  public void processElement(StreamRecord<PaneCounts> element) {
    if (!pending.add(element.getValue())) {
      partsLate.inc();
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    pending.judge(mark.getTimestamp(), detector, this::emit);
    super.processWatermark(mark);
  }

  private void emit(Judgement judgement) {
    panesJudged.inc();
    for (Incident incident : judgement.incidents()) {
      for (Frame endpoint : incident.explainedAt()) {
        RoutedIncident routed = new RoutedIncident(endpoint, incident);
        output.collect(new StreamRecord<>(routed, judgement.endMillis()));
      }
    }
    account(judgement);
  }

  private void account(Judgement judgement) {
    long pane = Math.floorDiv(judgement.endMillis() - 1, slideMillis) * slideMillis;
    QualityCounts job = new QualityCounts();
    job.add(Measure.INCIDENTS_OPEN, detector.openIncidents() - open);
    open = detector.openIncidents();
    job.add(Measure.INCIDENTS_DROPPED, judgement.dropped());
    judgement
        .endpoints()
        .forEach(
            (endpoint, watch) -> {
              job.add(Measure.jobWindows(watch.state()), 1);
              if (watch.reason().equals(Optional.of(Watch.Reason.FEW_REQUESTS))) {
                job.add(Measure.JOB_WINDOWS_THIN, 1);
              }
              account(
                  new QualityDelta(
                      pane,
                      new QualityScope.Endpoint(endpoint),
                      new QualityCounts(),
                      Optional.of(watch)));
            });
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
    Header header =
        new Header(rules.paneMillis(), rules.scale().floorNanos(), pending.nextMillis(), open);
    bytes = state.write(context, header, detector, pending.parts().toList());
    endpoints = detector.endpoints();
  }
}
