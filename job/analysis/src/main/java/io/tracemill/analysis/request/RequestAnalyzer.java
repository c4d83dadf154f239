package io.tracemill.analysis.request;

import io.tracemill.analysis.callingcontext.CallingContextTreeBuilder;
import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.signature.CategoryCalculator;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.analysis.trace.PackedSpans;
import io.tracemill.analysis.trace.SkewCorrection;
import io.tracemill.analysis.trace.SpanPacker;
import io.tracemill.analysis.trace.TraceTree;
import java.util.List;
import java.util.function.Function;

/**
 * Analyses single requests of a tree: clock skew, critical path, CCCT and category. The stream uses
 * it on traces, and replays use it on kept requests, so both compute the same. One instance serves
 * one thread; its results are valid until the next request.
 */
public final class RequestAnalyzer {
  private final TraceTree tree;
  private final SkewCorrection skew;
  private final Fold fold;
  private final CategoryCalculator categories = new CategoryCalculator();
  private final RequestShapes shapes;
  private final CriticalPath path;
  private final CallingContextTreeBuilder contexts;
  private final RequestAttributes attributes;
  private final SpanPacker packer = new SpanPacker();
  private long analyzed;

  /**
   * An analyser of the requests of {@code tree}, whatever trace it holds.
   *
   * @param maxShiftNanos the largest correction of clock skew
   * @param overlapToleranceNanos the longest overlap of siblings that count as sequential
   * @param fold how categories group repeated calls
   * @param attributeKeys keys of the attributes that spans keep
   */
  public RequestAnalyzer(
      TraceTree tree,
      long maxShiftNanos,
      long overlapToleranceNanos,
      Fold fold,
      List<String> attributeKeys) {
    this.tree = tree;
    this.fold = fold;
    skew = new SkewCorrection(maxShiftNanos);
    shapes = new RequestShapes(tree, categories, fold);
    path = new CriticalPath(overlapToleranceNanos, tree);
    contexts = new CallingContextTreeBuilder(tree, path);
    attributes = new RequestAttributes(attributeKeys);
  }

  /** Corrects the times of the request at {@code root}. */
  public void correct(int root) {
    skew.correct(tree, root);
  }

  /** The same for a request that may lack spans, but whose end is known. */
  public void correct(int root, long endNanos) {
    skew.correct(tree, root, endNanos);
  }

  /**
   * Analyses the request at {@code root}, whose times were corrected last.
   *
   * @param grain its category: the one of its shape, or the coarse one
   */
  public RequestAnalysis analyze(
      int root, RequestRole role, Frame endpoint, Function<RequestShape, CallTreeSignature> grain) {
    path.find(root);
    analyzed++;
    RequestShape shape = shapes.shape(root);
    CallTreeSignature category = grain.apply(shape);
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
        category,
        shape,
        tree.error(root),
        shapes.failed(root, shape),
        contexts.build(),
        new Details(root, category.equals(shape.category()) ? fold : Fold.ANY));
  }

  /** Computes details of the last analysed request with the parts of the analyser. */
  private final class Details implements RequestDetails {
    private final int root;
    private final Fold grain;
    private final long request = analyzed;

    Details(int root, Fold grain) {
      this.root = root;
      this.grain = grain;
    }

    @Override
    public CanonicalForm form(int maxNodes) {
      return categories.form(tree(), root, grain, maxNodes);
    }

    @Override
    public List<RequestAttribute> attributes() {
      return attributes.of(tree(), root);
    }

    @Override
    public PackedSpans packedSpans(int maxSpans) {
      TraceTree tree = tree();
      return tree.subtreeEnd(root) - root <= maxSpans
          ? packer.pack(tree, root)
          : packer.pack(tree, root, PathSpans.of(tree, root, path, maxSpans));
    }

    @Override
    public void serviceCalls(ServiceCalls out) {
      TraceTree tree = tree();
      if (tree.parent(root) != TraceTree.NO_PARENT) {
        call(tree, root, out);
      }
      int span = root + 1;
      while (span < tree.subtreeEnd(root)) {
        if (tree.opensAsyncRequest(span)) {
          span = tree.subtreeEnd(span);
        } else {
          call(tree, span, out);
          span++;
        }
      }
    }

    private static void call(TraceTree tree, int span, ServiceCalls out) {
      int parent = tree.parent(span);
      int caller = tree.serviceNumber(parent);
      int callee = tree.serviceNumber(span);
      if (caller != callee && !tree.orphan(span)) {
        boolean message =
            tree.kind(span) == SpanKind.CONSUMER || tree.kind(parent) == SpanKind.PRODUCER;
        out.call(
            caller, callee, tree.recordedNanos(span), tree.error(span), message, tree.vocabulary());
      }
    }

    private TraceTree tree() {
      if (request != analyzed) {
        throw new IllegalStateException(
            "request %d is asked about, request %d is analysed".formatted(request, analyzed));
      }
      return tree;
    }
  }
}
