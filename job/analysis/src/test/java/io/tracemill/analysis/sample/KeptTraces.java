package io.tracemill.analysis.sample;

import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.SpanPacker;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import java.util.List;

/** Entry requests that were kept, for tests of views. */
public final class KeptTraces {
  private static final CallTreeSignature CATEGORY = new CallTreeSignature(1, 2);

  private KeptTraces() {}

  /** The standard rules of replay, with this overlap tolerance. */
  public static ReplayRules rules(long toleranceNanos) {
    return new ReplayRules(50_000_000, toleranceNanos, Fold.LOG2);
  }

  /** The whole trace, which stands for itself. */
  public static KeptRequest of(TraceSpec spec) {
    return of(spec.assembled());
  }

  /** The whole trace, which stands for itself. */
  public static KeptRequest of(AssembledTrace trace) {
    TraceTree tree = new TraceTreeBuilder(true, new Vocabulary(1_000)).build(trace);
    new SkewCorrection(50_000_000).correct(tree, 0);
    return of(tree);
  }

  /** The whole tree with corrected times, which stands for itself. */
  public static KeptRequest of(TraceTree tree) {
    return new KeptRequest(
        tree.traceId(),
        tree.spanId(0),
        RequestRole.ENTRY,
        tree.frame(0),
        0,
        tree.recordedStartNanos(0),
        tree.endNanos(0) - tree.startNanos(0),
        tree.error(0),
        tree.complete(),
        tree.size(),
        CATEGORY,
        List.of(),
        false,
        new SpanPacker().pack(tree, 0),
        1,
        1,
        false);
  }

  /** The same request, which stands for this many. */
  public static KeptRequest weighing(KeptRequest request, double weight) {
    return request.weighing(weight, 1 / weight);
  }

  /** The same request, as if only its path were kept. */
  public static KeptRequest pathOnly(KeptRequest request) {
    return changed(request, request.traceId(), request.attributes(), true);
  }

  /** The same request with these attributes. */
  public static KeptRequest with(KeptRequest request, List<RequestAttribute> attributes) {
    return changed(request, request.traceId(), attributes, request.pathOnly());
  }

  /** The same request in another trace, so that a sample chooses it by another hash. */
  public static KeptRequest in(TraceId trace, KeptRequest request) {
    return changed(request, trace, request.attributes(), request.pathOnly());
  }

  private static KeptRequest changed(
      KeptRequest request, TraceId trace, List<RequestAttribute> attributes, boolean pathOnly) {
    return new KeptRequest(
        trace,
        request.spanId(),
        request.role(),
        request.endpoint(),
        request.timeMillis(),
        request.startNanos(),
        request.durationNanos(),
        request.failed(),
        request.complete(),
        request.spanCount(),
        request.category(),
        attributes,
        pathOnly,
        request.spans(),
        request.weight(),
        1 / request.weight(),
        request.pooled());
  }
}
