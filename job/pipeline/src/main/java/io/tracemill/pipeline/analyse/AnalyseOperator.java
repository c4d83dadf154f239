package io.tracemill.pipeline.analyse;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.AnalysisSink;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.connectors.output.LateSpanJson;
import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.pipeline.PaneOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/** Hands each trace to the analyser, and on what it finds: requests, late spans, accounts. */
public final class AnalyseOperator extends PaneOperator<AssembledTrace, RequestAnalysis>
    implements AnalysisSink {
  private static final long serialVersionUID = 1;

  private final AnalysisRules rules;
  private final long paneMillis;
  private final OutputTag<ResultRecord> lateSpans;
  private final OutputTag<QualityDelta> quality;

  private transient TraceAnalyzer analyzer;
  private transient QualityLedger ledger;
  private transient LateSpanJson lateSpanJson;
  private transient long timeMillis;

  public AnalyseOperator(
      AnalysisRules rules,
      long paneMillis,
      OutputTag<ResultRecord> lateSpans,
      OutputTag<QualityDelta> quality) {
    this.rules = rules;
    this.paneMillis = paneMillis;
    this.lateSpans = lateSpans;
    this.quality = quality;
  }

  @Override
  public void open() throws Exception {
    super.open();
    analyzer = new TraceAnalyzer(rules);
    ledger = new QualityLedger(paneMillis);
    lateSpanJson = new LateSpanJson();
  }

  @Override
  public void processElement(StreamRecord<AssembledTrace> element) {
    timeMillis = element.getTimestamp();
    analyzer.analyze(element.getValue(), ledger, this);
  }

  @Override
  public void request(RequestAnalysis request) {
    output.collect(new StreamRecord<>(request, timeMillis));
  }

  @Override
  public void late(LateSpan span) {
    ResultRecord json = lateSpanJson.record(span);
    output.collect(lateSpans, new StreamRecord<>(json, json.timestampMillis()));
  }

  @Override
  protected void flush(long millis) {
    ledger.drain(
        millis, delta -> output.collect(quality, new StreamRecord<>(delta, delta.paneMillis())));
  }
}
