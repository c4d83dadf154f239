package io.tracemill.bench;

import io.tracemill.analysis.cohort.Cohort;
import io.tracemill.analysis.cohort.Cohort.Block;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.Comparison;
import io.tracemill.analysis.mutation.EndpointComparer;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A window of an endpoint, two panes long, against a baseline of six blocks as long: ten categories
 * of 50 spans, and nothing that changed but by chance.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class CompareBenchmark {
  private static final int BLOCKS = 6;
  private static final int CATEGORIES = 10;
  private static final int SPANS_PER_TRACE = 50;
  private static final long PANE_MILLIS = 5000;
  private static final long WINDOW_MILLIS = 2 * PANE_MILLIS;
  private static final Frame ENDPOINT = Frame.of("frontend", "GET /compare");
  private static final MutationRules RULES =
      new MutationRules(5, 0.05, 1_000_000, OptionalLong.empty(), true, 0.01, 50, List.of());

  /** In a pane: at 500,000 spans a second, 20 endpoints have 2,500 each in five seconds. */
  @Param({"2500"})
  int requests;

  private final EndpointComparer comparer = new EndpointComparer(RULES, AggregateBenchmark.LIMITS);
  private Cohort baseline = new Cohort(List.of());
  private Cohort window = baseline;
  private Cohort newest = baseline;

  @Setup
  public void prepare() {
    List<Block> panes = panes();
    List<Block> windows = new ArrayList<>();
    for (int pane = 0; pane < panes.size(); pane += 2) {
      Cohort both = new Cohort(panes.subList(pane, pane + 2));
      windows.add(new Block(pane * PANE_MILLIS, both.merged(AggregateBenchmark.LIMITS)));
    }
    baseline = new Cohort(windows.subList(0, BLOCKS));
    window = new Cohort(windows.subList(BLOCKS, BLOCKS + 1));
    newest = new Cohort(panes.subList(panes.size() - 1, panes.size()));
  }

  private List<Block> panes() {
    int count = 2 * (BLOCKS + 1) * requests;
    Traffic traffic = new Traffic(CallTree.Shape.MIXED, SPANS_PER_TRACE, 1, CATEGORIES, 500);
    List<AssembledTrace> traces = Traces.of(traffic, (long) count * SPANS_PER_TRACE);
    List<Block> panes = new ArrayList<>();
    for (int from = 0; from < count; from += requests) {
      panes.add(new Block(panes.size() * PANE_MILLIS, sums(traces.subList(from, from + requests))));
    }
    return panes;
  }

  private static EndpointAccumulator sums(List<AssembledTrace> traces) {
    EndpointAccumulator sums = new EndpointAccumulator(AggregateBenchmark.LIMITS);
    TraceAnalyzer analyzer = new TraceAnalyzer(AnalysisRules.standard());
    RequestSink sink = sums::add;
    traces.forEach(trace -> analyzer.analyze(trace, new QualityLedger(60_000), sink));
    return sums;
  }

  @Benchmark
  public Comparison compare() {
    long start = BLOCKS * WINDOW_MILLIS;
    return comparer.compare(
        ENDPOINT,
        new Period(start, start + WINDOW_MILLIS),
        new Period(0, start),
        baseline,
        window,
        newest,
        1);
  }
}
