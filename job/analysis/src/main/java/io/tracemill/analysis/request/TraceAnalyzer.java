package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.CallingContextTreeBuilder;
import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.SiblingOrder;
import io.tracemill.analysis.signature.SignatureCalculator;
import io.tracemill.analysis.signature.Signatures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.Vocabulary;
import io.tracemill.analysis.subspan.SpanLayout;
import io.tracemill.analysis.subspan.SpanTimes;
import io.tracemill.analysis.trace.AssembledTrace;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.TraceTree;
import io.tracemill.analysis.trace.TraceTreeBuilder;
import java.util.List;
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
  private final NodeTimesReader nodeTimes;
  private final ServiceSpans services = new ServiceSpans();
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
    nodeTimes = new NodeTimesReader(builder.tree(), path);
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
    RequestAnalysis first =
        tree.opensAsyncRequest(0)
            ? request(tree, 0, RequestRole.ASYNC, tree.frame(0))
            : request(tree, 0, RequestRole.ENTRY, names.endpoint(tree));
    emit(first, time, ledger, out);
    analyzeBelow(tree, time, ledger, out);
    return first.endpoint();
  }

  private void analyzeBelow(TraceTree tree, long time, QualityLedger ledger, AnalysisSink out) {
    long budget = (long) MAX_REWORK * tree.size();
    for (int span = 1; span < tree.size(); span++) {
      if (tree.opensAsyncRequest(span)) {
        int size = tree.subtreeEnd(span) - span;
        if (size > budget) {
          TraceAccounts.enterLeftOut(tree.frame(span), time, ledger);
          continue;
        }
        budget -= size;
        skew.correct(tree, span);
        emit(request(tree, span, RequestRole.ASYNC, tree.frame(span)), time, ledger, out);
      }
    }
  }

  private static void emit(
      RequestAnalysis request, long time, QualityLedger ledger, AnalysisSink out) {
    TraceAccounts.enterRequest(request, time, ledger);
    out.request(request);
  }

  private RequestAnalysis request(TraceTree tree, int root, RequestRole role, Frame endpoint) {
    path.find(root);
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
    public NodeTimes nodeTimes(int maxNodes) {
      return nodeTimes.read(root, signatures.flowPositions(tree(), root, maxNodes));
    }

    @Override
    public Optional<KeptSpans> keptSpans(int maxSpans) {
      int size = tree().subtreeEnd(root) - root;
      return size > maxSpans ? Optional.empty() : Optional.of(KeptSpans.copyOf(tree(), root, path));
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
