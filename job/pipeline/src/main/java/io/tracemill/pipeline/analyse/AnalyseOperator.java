package io.tracemill.pipeline.analyse;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.record.LateSpanRecord;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.CategoryGrain;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.HostSampling;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.LocalSpanReader;
import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.TraceEndpoint;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultWriter;
import io.tracemill.pipeline.PaneOperator;
import io.tracemill.pipeline.count.PaneCountsCodec;
import io.tracemill.pipeline.count.Panes;
import io.tracemill.pipeline.stacks.HostPartCodec;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/** Passes each trace to the analyser and emits the results: requests, late spans, accounts. */
public final class AnalyseOperator extends PaneOperator<AssembledTrace, RequestAnalysis>
    implements AnalysisSink {
  /** The number of late spans, by endpoint with late spans. */
  public static final OutputTag<PaneCounts> LATE_EVIDENCE =
      new OutputTag<>("late-evidence", PaneCountsCodec.TYPE);

  /** Spans for the stage {@code stacks}; none without {@code stacks.topics}. */
  public static final OutputTag<HostPart> LOCAL_SPANS =
      new OutputTag<>("local-spans", HostPartCodec.TYPE);

  private static final long serialVersionUID = 1;

  private static final int SPANS_PER_SECOND_AND_HOST = 200;

  private static final class LateCount {
    private long spans;

    PaneCounts of(Frame endpoint, long paneMillis) {
      return PaneCounts.of(endpoint, paneMillis, new PaneCounts.Evidence(0, 0, 0, spans));
    }
  }

  private final AnalysisRules rules;
  private final int maxEndpoints;
  private final int maxCategories;
  private final long slideMillis;
  private final long paneMillis;
  private final List<String> hostAttributes;
  private final OutputTag<ResultRecord> lateSpans;
  private final OutputTag<QualityDelta> quality;

  private transient TraceAnalyzer analyzer;
  private transient QualityLedger ledger;
  private transient ResultWriter writer;
  private transient Panes<LateCount> lateEvidence;
  private transient LocalSpanReader localSpans;
  private transient HostSampling hostSampling;
  private transient TraceEndpoint endpoint;
  private transient long timeMillis;

  /**
   * @param maxEndpoints the most endpoints of a pane in this task whose late spans are counted as
   *     evidence
   * @param maxCategories the most categories of an endpoint in a pane before it counts by coarse
   *     ones
   * @param slideMillis the length of a pane of the accounts
   * @param paneMillis the length of a pane of change detection
   * @param hostAttributes the attributes that spans keep; empty if stack samples are not used
   */
  public AnalyseOperator(
      AnalysisRules rules,
      int maxEndpoints,
      int maxCategories,
      long slideMillis,
      long paneMillis,
      List<String> hostAttributes,
      OutputTag<ResultRecord> lateSpans,
      OutputTag<QualityDelta> quality) {
    this.rules = rules;
    this.maxEndpoints = maxEndpoints;
    this.maxCategories = maxCategories;
    this.slideMillis = slideMillis;
    this.paneMillis = paneMillis;
    this.hostAttributes = List.copyOf(hostAttributes);
    this.lateSpans = lateSpans;
    this.quality = quality;
  }

  @Override
  public void open() throws Exception {
    super.open();
    analyzer = new TraceAnalyzer(rules, new CategoryGrain(maxCategories, paneMillis));
    ledger = new QualityLedger(slideMillis);
    writer = new ResultWriter(RecordLimits.NONE);
    lateEvidence = new Panes<>(paneMillis, maxEndpoints, LateCount::new, count -> 0);
    localSpans = new LocalSpanReader(hostAttributes);
    int tasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    hostSampling = new HostSampling(Math.max(1, SPANS_PER_SECOND_AND_HOST / tasks));
    endpoint = TraceEndpoint.unknown();
  }

  @Override
  public void processElement(StreamRecord<AssembledTrace> element) {
    timeMillis = element.getTimestamp();
    endpoint = element.getValue().endpoint();
    analyzer.analyze(element.getValue(), ledger, this);
  }

  @Override
  public void request(RequestAnalysis request) {
    output.collect(new StreamRecord<>(request, timeMillis));
  }

  @Override
  public void late(LateSpan span) {
    ResultRecord json = writer.write(LateSpanRecord.of(span), span.recordTimeMillis());
    output.collect(lateSpans, new StreamRecord<>(json, json.timestampMillis()));
    endpoint
        .frame()
        .filter(known -> lateEvidence.admits(known, timeMillis))
        .ifPresent(known -> lateEvidence.update(known, timeMillis, count -> count.spans++));
  }

  @Override
  public void spans(TraceTree tree) {
    if (!hostAttributes.isEmpty()) {
      localSpans.read(tree, this::toHost);
    }
  }

  private void toHost(LocalSpan span) {
    boolean known = !span.host().isEmpty() && span.self().count() > 0;
    if (known && hostSampling.picks(span, timeMillis)) {
      output.collect(LOCAL_SPANS, new StreamRecord<>(span, timeMillis));
    }
  }

  /**
   * Keeps to itself that its input is idle. All tasks read the same sources, so none holds back the
   * others. An idle task could hold panes that the watermark of another makes late.
   */
  @Override
  public void processWatermarkStatus(WatermarkStatus status) {}

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    lateEvidence.forget(mark.getTimestamp());
  }

  @Override
  protected void flush(long millis) {
    ledger.drain(
        millis, delta -> output.collect(quality, new StreamRecord<>(delta, delta.paneMillis())));
    lateEvidence.drain(
        millis,
        (endpoint, pane, count) ->
            output.collect(LATE_EVIDENCE, new StreamRecord<>(count.of(endpoint, pane), pane)));
  }
}
