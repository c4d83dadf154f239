package io.tracemill.cli.sample;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The figures of those traces that lie wholly inside the sampled stretch. */
public final class TraceFigures {
  private final TracemillConfig config;
  private final TraceAssembly assembly;
  private final List<ClosedTrace> traces;
  private final TraceAnalysis analysis;
  private final Map<QualityScope, QualityCounts> counts;

  /** Puts the traces of {@code sample} together and analyses them, as {@code config} says. */
  public TraceFigures(Sample sample, TracemillConfig config) {
    this.config = config;
    assembly = new TraceAssembly(sample);
    traces = assembly.inside(Rules.assembly(config));
    analysis = analysis(Rules.analysis(config));
    counts = analysis.traces(traces);
  }

  private TraceAnalysis analysis(AnalysisRules rules) {
    return new TraceAnalysis(
        rules, Rules.profiles(config), config.get(Keys.PROFILES_SLIDE).toMillis());
  }

  /** How many traces there are. */
  public int traceCount() {
    return traces.size();
  }

  /** Which share of the traces is complete, 0 to 1. */
  public double completeShare() {
    QualityCounts job = counts.getOrDefault(new QualityScope.Job(), new QualityCounts());
    return traces.isEmpty() ? 0 : (double) job.get(Measure.TRACES_COMPLETE) / traces.size();
  }

  /** Which share of their spans came after their trace had closed, 0 to 1. */
  public double lateShare() {
    return assembly.lateShare(traces, Rules.assembly(config));
  }

  /** Milliseconds from the first to the last record of a trace. */
  public Percentiles spreadMillis() {
    return Percentiles.of(
        traces.stream().mapToLong(trace -> trace.lastMillis() - trace.firstMillis()));
  }

  /** Milliseconds from the record with a trace's root to its last record; no root, no number. */
  public Percentiles afterRootMillis() {
    return Percentiles.of(traces.stream().flatMapToLong(TraceFigures::afterRoot));
  }

  private static LongStream afterRoot(ClosedTrace trace) {
    return trace.fragments().filter(Fragment::root).mapToLong(Fragment::timeMillis).min().stream()
        .map(root -> trace.lastMillis() - root);
  }

  /** The shortest waits that leave next to no span late. */
  public Waits shortestWaits() {
    return Waits.shortest(assembly, traces, Rules.assembly(config));
  }

  /** Services with the share of their spans that do not say their host, if there are any. */
  public Map<String, Double> withoutHost() {
    Map<String, Double> shares = new TreeMap<>();
    counts.forEach(
        (scope, of) -> {
          long without = of.get(Measure.SERVICE_SPANS_WITHOUT_HOST);
          if (scope instanceof QualityScope.Service service && without > 0) {
            shares.put(service.service(), (double) without / of.get(Measure.SERVICE_SPANS));
          }
        });
    return shares;
  }

  /** How many services there are. */
  public long services() {
    return counts.keySet().stream().filter(QualityScope.Service.class::isInstance).count();
  }

  /** The endpoints as configured. */
  public EndpointShares endpoints() {
    return analysis.endpoints();
  }

  /** What the endpoints would be if this were looked through too. */
  public EndpointShares endpointsSkipping(EndpointPattern more) {
    AnalysisRules rules = Rules.analysis(config);
    List<EndpointPattern> skip = new ArrayList<>(rules.skip());
    skip.add(more);
    TraceAnalysis again =
        analysis(
            new AnalysisRules(
                rules.acceptRemoteRoot(),
                rules.interior(),
                skip,
                rules.maxShiftNanos(),
                rules.overlapToleranceNanos(),
                rules.fold(),
                rules.attributes()));
    again.traces(traces);
    return again.endpoints();
  }

  /** What the job would hold in memory at this rate. */
  public MemoryEstimate memory(double spansPerSecond) {
    return MemoryEstimate.of(traces, analysis.paneBytes(), spansPerSecond, config);
  }
}
