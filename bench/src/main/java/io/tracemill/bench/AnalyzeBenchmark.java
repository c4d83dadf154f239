package io.tracemill.bench;

import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Analyses assembled traces: tree, skew, critical path, CCCT, signatures. An operation is a span.
 *
 * <p>{@code MIXED} has the traces of the end-to-end run. Each other shape repeats a single trace of
 * {@code spansPerTrace} spans.
 */
public class AnalyzeBenchmark extends OneThread {
  @Param({"MIXED", "DEEP", "WIDE", "RETRIES"})
  public CallTree.Shape shape = CallTree.Shape.MIXED;

  /** Must divide 60,000. */
  @Param({"50", "1000"})
  public int spansPerTrace = 50;

  private final TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
  private final QualityLedger ledger = new QualityLedger(60_000);
  private List<AssembledTrace> traces = List.of();

  @Setup
  public void prepare() {
    int categories = shape == CallTree.Shape.MIXED ? 200 : 20;
    traces = Traces.of(new Traffic(shape, spansPerTrace, 20, categories, 500), SPANS);
    checkSpans((long) traces.size() * spansPerTrace);
  }

  @Benchmark
  @OperationsPerInvocation(SPANS)
  public void analyze(Blackhole out) {
    RequestSink sink = out::consume;
    for (AssembledTrace trace : traces) {
      analyzer.analyze(trace, ledger, sink);
    }
    ledger.drain(Long.MAX_VALUE, out::consume);
  }
}
