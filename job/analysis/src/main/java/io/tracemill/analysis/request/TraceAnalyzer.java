package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.CallingContextTreeBuilder;
import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.errorcost.ErrorCosts;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.SiblingOrder;
import io.tracemill.analysis.signature.SignatureCalculator;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.SpanPacker;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Analyses a trace: its tree, and for each of its requests clock skew, critical path, CCCT and
 * signatures. One instance serves one thread; its results are valid until the next request.
 */
public final class TraceAnalyzer {
  /** The number of names remembered between traces. */
  private static final int MAX_NAMES = 1 << 16;

  /**
   * It analyses requests below the entry until their subtrees add up to this many times the trace's
   * size. Otherwise nested requests would cost the square of its depth.
   */
  private static final int MAX_REWORK = 64;

  private final AnalysisRules rules;
  private final TraceTreeBuilder builder;
  private final SkewCorrection skew;
  private final EndpointNames names;
  private final SignatureCalculator signatures;
  private final SiblingOrder siblings = new SiblingOrder();
  private final SpanTimes times = new SpanTimes();
  private final Vocabulary vocabulary = new Vocabulary(MAX_NAMES);
  private final RequestShapes shapes;
  private final CriticalPath path;
  private final CallingContextTreeBuilder contexts;
  private final RequestAttributes attributes;
  private final ErrorCosts errors;
  private final RequestExtents extents;
  private final SpanPacker packer = new SpanPacker();
  private final ServiceSpans services = new ServiceSpans();
  private final PairCorrections pairs = new PairCorrections();
  private long requests;

  public TraceAnalyzer(AnalysisRules rules) {
    this.rules = rules;
    builder = new TraceTreeBuilder(rules.acceptRemoteRoot(), vocabulary);
    skew = new SkewCorrection(rules.maxShiftNanos());
    names = new EndpointNames(rules.skip());
    signatures =
        rules.spanTimes()
            ? new SignatureCalculator(rules.fold(), rules.overlapToleranceNanos(), siblings)
            : new SignatureCalculator(rules.fold(), rules.overlapToleranceNanos());
    shapes = new RequestShapes(builder.tree());
    path = new CriticalPath(rules.overlapToleranceNanos(), builder.tree());
    contexts = new CallingContextTreeBuilder(builder.tree(), path);
    attributes = new RequestAttributes(rules.attributes());
    extents = new RequestExtents(builder.tree(), path);
    errors = new ErrorCosts(rules.overlapToleranceNanos(), builder.tree(), path);
  }

  /**
   * Passes each request of {@code trace} to {@code out}, an entry request first. It enters the
   * outcome of the spans into {@code ledger}, and sets the trace's endpoint to that of the first
   * request.
   */
  public void analyze(AssembledTrace trace, QualityLedger ledger, AnalysisSink out) {
    TraceTree tree = builder.build(trace);
    TraceAccounts.enter(trace, builder, ledger);
    builder.forEachLate(
        trace,
        span -> {
          TraceAccounts.enterLate(span, ledger);
          out.late(span);
        });
    if (tree.size() > 0) {
      trace.endpoint().say(analyze(tree, trace.deadlineMillis(), ledger, out));
    }
  }

  /** The endpoint of the first request. */
  private Frame analyze(TraceTree tree, long time, QualityLedger ledger, AnalysisSink out) {
    skew.correct(tree, 0);
    services.enter(tree, time, ledger);
    pairs.addChildren(tree, 0, skew);
    RequestAnalysis first =
        tree.opensAsyncRequest(0)
            ? request(tree, 0, RequestRole.ASYNC, tree.frame(0))
            : request(tree, 0, RequestRole.ENTRY, names.endpoint(tree));
    emit(first, time, ledger, out);
    analyzeBelow(tree, time, ledger, out);
    pairs.enter(tree.vocabulary(), time, ledger);
    return first.endpoint();
  }

  private void analyzeBelow(TraceTree tree, long time, QualityLedger ledger, AnalysisSink out) {
    long budget = (long) MAX_REWORK * tree.size();
    Map<Integer, Integer> coveredUntil = new HashMap<>();
    for (int span = 1; span < tree.size(); span++) {
      boolean async = tree.opensAsyncRequest(span);
      if (async || isInterior(tree, span, coveredUntil)) {
        int size = tree.subtreeEnd(span) - span;
        if (size > budget) {
          TraceAccounts.enterLeftOut(tree.frame(span), time, ledger);
          continue;
        }
        budget -= size;
        skew.correct(tree, span);
        if (tree.parent(span) == TraceTree.NO_PARENT) {
          pairs.addChildren(tree, span, skew);
        }
        RequestRole role = async ? RequestRole.ASYNC : RequestRole.INTERIOR;
        emit(request(tree, span, role, tree.frame(span)), time, ledger, out);
      }
    }
  }

  private static void emit(
      RequestAnalysis request, long time, QualityLedger ledger, AnalysisSink out) {
    TraceAccounts.enterRequest(request, time, ledger);
    out.request(request);
  }

  private boolean isInterior(TraceTree tree, int span, Map<Integer, Integer> coveredUntil) {
    if (!rules.interior()
        || tree.kind(span) != SpanKind.SERVER
        || tree.frameNumber(span) == tree.frameNumber(0)
        || tree.orphan(span)) {
      return false;
    }
    boolean outermost = span >= coveredUntil.getOrDefault(tree.frameNumber(span), 0);
    if (outermost) {
      coveredUntil.put(tree.frameNumber(span), tree.subtreeEnd(span));
    }
    return outermost;
  }

  private RequestAnalysis request(TraceTree tree, int root, RequestRole role, Frame endpoint) {
    path.find(root);
    if (!role.partOfAnother()) {
      pairs.addOverlaps(tree, path);
    }
    requests++;
    Signatures found = signatures.of(tree, root);
    RequestShape shape = shapes.shape(root, found.structure());
    return new RequestAnalysis(
        tree.traceId(),
        tree.spanId(root),
        role,
        endpoint,
        tree.startNanos(root),
        tree.endNanos(root) - tree.startNanos(root),
        tree.subtreeEnd(root) - root,
        tree.complete(),
        tree.truncated(),
        skew.skewNanos(),
        skew.clippedNanos(),
        found,
        shape,
        tree.error(root),
        shapes.failed(root, shape),
        contexts.build(),
        new Details(root));
  }

  /** Computes details of the last analysed request with the parts of the analyser. */
  private final class Details implements RequestDetails {
    private final int root;
    private final long request = requests;

    Details(int root) {
      this.root = root;
    }

    @Override
    public CanonicalForm flowForm(int maxNodes) {
      return signatures.flowForm(tree(), root, maxNodes);
    }

    @Override
    public List<RequestAttribute> attributes() {
      return attributes.of(tree(), root);
    }

    @Override
    public boolean hasAttribute(Predicate<RequestAttribute> wanted) {
      return attributes.any(tree(), root, wanted);
    }

    @Override
    public double samplingWeight() {
      return tree().samplingWeight();
    }

    @Override
    public RequestExtent extent() {
      tree();
      return extents.of(root);
    }

    @Override
    public Optional<ErrorCost> errorCost() {
      tree();
      return errors.find(root);
    }

    @Override
    public RequestSpans spans(int maxSpans) {
      int size = tree().subtreeEnd(root) - root;
      return size > maxSpans ? RequestSpans.NONE : RequestSpans.copyOf(tree(), root);
    }

    @Override
    public PackedSpans packedSpans(int maxSpans) {
      TraceTree tree = tree();
      return tree.subtreeEnd(root) - root <= maxSpans
          ? packer.pack(tree, root)
          : packer.pack(tree, root, PathSpans.of(tree, root, path, maxSpans));
    }

    @Override
    public boolean waitedFor() {
      return tree().parent(root) != TraceTree.NO_PARENT && !tree().async(root);
    }

    @Override
    public SpanTimes spanTimes() {
      if (!rules.spanTimes()) {
        throw new IllegalStateException("the analysis has no span times");
      }
      times.read(tree(), root, siblings);
      return times;
    }

    @Override
    public SpanLayout spanLayout() {
      return times.layout(tree());
    }

    private TraceTree tree() {
      if (request != requests) {
        throw new IllegalStateException(
            "request %d is asked about, request %d is analysed".formatted(request, requests));
      }
      return builder.tree();
    }
  }
}
