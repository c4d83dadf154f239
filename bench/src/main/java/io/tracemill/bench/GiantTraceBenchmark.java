package io.tracemill.bench;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.record.TraceRecord;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import io.tracemill.connectors.output.RecordLimits;
import io.tracemill.connectors.output.ResultWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Turns the fragments of one extremely large trace into its record, and adds it to the sums of its
 * endpoint. An operation is a trace. The first operations are timed too: giant traces are rare, so
 * the JIT has not compiled the code for them.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 5)
public class GiantTraceBenchmark extends OneThread {
  private static final int MIXED_SPANS = 275_000;
  private static final int OTHER_SPANS = 100_000;
  private static final SumRules RULES =
      new SumRules(2000, 100, 200, DetectionRules.standard().scale());

  @Param({"MIXED", "DEEP", "WIDE"})
  public CallTree.Shape giant = CallTree.Shape.MIXED;

  private final TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
  private final QualityLedger ledger = new QualityLedger(60_000);
  private final ResultWriter writer =
      new ResultWriter(new RecordLimits(1000, RecordLimits.DEFAULT_MAX_BYTES));
  private List<AssembledTrace> traces = List.of();

  @Setup
  public void prepare() {
    int spans = giant == CallTree.Shape.MIXED ? MIXED_SPANS : OTHER_SPANS;
    traces = Traces.of(new Traffic(giant, spans, 1, 1, 500), spans).subList(0, 1);
  }

  @Benchmark
  public EndpointSums analyze(Blackhole out) {
    EndpointSums sums = new EndpointSums(RULES);
    RequestSink sink =
        request -> {
          sums.add(request);
          out.consume(writer.write(TraceRecord.of(request), 0));
        };
    traces.forEach(trace -> analyzer.analyze(trace, ledger, sink));
    ledger.drain(Long.MAX_VALUE, out::consume);
    return sums;
  }
}
