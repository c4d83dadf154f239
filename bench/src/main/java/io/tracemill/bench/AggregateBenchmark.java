package io.tracemill.bench;

import io.tracemill.analysis.pane.DurationScale;
import io.tracemill.analysis.pane.PaneCounter;
import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.pane.PaneLimits;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.request.AnalysisRules;
import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.request.RequestShape;
import io.tracemill.analysis.request.TraceAnalyzer;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.bench.workload.CallTree;
import io.tracemill.bench.workload.Traces;
import io.tracemill.bench.workload.Traffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Setup;

/**
 * Adds requests to the sums of their endpoint, and counts them for its pane: 50 spans each, ten
 * categories. An operation is a request. {@code merge} merges the sums of all these requests; there
 * an operation is a merge.
 */
public class AggregateBenchmark extends OneThread {
  private static final int REQUESTS = 600;
  private static final int SPANS_PER_TRACE = 50;
  static final ProfileLimits LIMITS = new ProfileLimits(2000, 100, 200, 16);

  private final List<RequestAnalysis> requests = new ArrayList<>();
  private final EndpointAccumulator pane = new EndpointAccumulator(LIMITS);

  @Setup
  public void prepare() {
    Traffic traffic = new Traffic(CallTree.Shape.MIXED, SPANS_PER_TRACE, 1, 10, 500);
    Map<CallTreeSignature, RequestShape> shapes = new HashMap<>();
    RequestSink sink = request -> requests.add(sharing(shapes, request));
    for (AssembledTrace trace : Traces.of(traffic, (long) REQUESTS * SPANS_PER_TRACE)) {
      // An analyser's output is valid until its next request, so each request has its own analyser.
      new TraceAnalyzer(AnalysisRules.standard()).analyze(trace, new QualityLedger(60_000), sink);
    }
    if (requests.size() != REQUESTS) {
      throw new IllegalStateException(requests.size() + " requests, not " + REQUESTS);
    }
    requests.forEach(pane::add);
  }

  /** The request, with the shape of earlier equal requests, as a single analyser would share it. */
  private static RequestAnalysis sharing(
      Map<CallTreeSignature, RequestShape> shapes, RequestAnalysis request) {
    return new RequestAnalysis(
        request.traceId(),
        request.spanId(),
        request.role(),
        request.endpoint(),
        request.startNanos(),
        request.durationNanos(),
        request.spanCount(),
        request.complete(),
        request.truncated(),
        request.skewNanos(),
        request.clippedNanos(),
        request.signatures(),
        shapes.computeIfAbsent(request.signatures().structure(), key -> request.shape()),
        request.failed(),
        request.failedPlaces(),
        request.criticalPath(),
        request.details());
  }

  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public PaneCounts count() {
    PaneCounter counter = new PaneCounter(new DurationScale(1_000_000), PaneLimits.STANDARD);
    requests.forEach(counter::add);
    return counter.counts(requests.get(0).endpoint(), 0);
  }

  @Benchmark
  @OperationsPerInvocation(REQUESTS)
  public EndpointAccumulator add() {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    requests.forEach(sums::add);
    return sums;
  }

  @Benchmark
  public EndpointAccumulator merge() {
    EndpointAccumulator sums = new EndpointAccumulator(LIMITS);
    sums.merge(pane);
    return sums;
  }
}
