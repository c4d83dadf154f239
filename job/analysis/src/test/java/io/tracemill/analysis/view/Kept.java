package io.tracemill.analysis.view;

import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestRole;
import io.tracemill.analysis.sample.GroupKey;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CategoryCalculator;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.trace.SpanPacker;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Kept requests for tests. */
public final class Kept {
  /** Rules without tolerance. */
  public static final ReplayRules RULES = rules(0);

  private Kept() {}

  public static ReplayRules rules(long toleranceNanos) {
    return new ReplayRules(50_000_000, toleranceNanos, Fold.LOG2);
  }

  /** The whole trace as a request that stands for itself. */
  public static KeptRequest of(TraceSpec trace, RequestAttribute... attributes) {
    return of(AnalyzedTrees.of(trace, 0), 0, List.of(attributes));
  }

  /** The entry request and all async requests of a trace; none if no span is usable. */
  public static List<KeptRequest> all(TraceSpec trace) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(trace, 0);
    TraceTree tree = analyzed.tree();
    return IntStream.range(0, tree.size())
        .filter(root -> root == 0 || tree.opensAsyncRequest(root))
        .mapToObj(root -> of(analyzed, root, List.of()))
        .toList();
  }

  private static KeptRequest of(
      AnalyzedTrees analyzed, int root, List<RequestAttribute> attributes) {
    TraceTree tree = analyzed.tree();
    analyzed.skew().correct(tree, root);
    CallTreeSignature category = new CategoryCalculator().category(tree, root, Fold.LOG2);
    return new KeptRequest(
        tree.traceId(),
        tree.spanId(root),
        root == 0 ? RequestRole.ENTRY : RequestRole.ASYNC,
        tree.frame(root),
        0,
        tree.recordedStartNanos(root),
        tree.endNanos(root) - tree.startNanos(root),
        tree.error(root),
        true,
        tree.subtreeEnd(root) - root,
        category,
        attributes,
        false,
        new SpanPacker().pack(tree, root),
        1,
        1,
        false);
  }

  public static KeptRequest weighted(KeptRequest request, double weight, double uniformBelow) {
    return request.weighing(weight, uniformBelow);
  }

  private record Category(Frame endpoint, CallTreeSignature signature) {}

  /** Keeps the {@code k} requests of each group with the smallest sample points (semantics 7). */
  public static List<KeptRequest> sample(List<KeptRequest> all, int k) {
    Map<GroupKey, List<KeptRequest>> groups = new HashMap<>();
    Map<Category, Double> below = new HashMap<>();
    for (KeptRequest request : all) {
      groups.computeIfAbsent(GroupKey.of(request), added -> new ArrayList<>()).add(request);
    }
    groups.forEach(
        (group, requests) -> {
          requests.sort(Comparator.comparingDouble(KeptRequest::samplePoint));
          double first = requests.size() > k ? requests.get(k).samplePoint() : 1;
          below.merge(new Category(group.endpoint(), group.category()), first, Math::min);
        });
    List<KeptRequest> kept = new ArrayList<>();
    groups.forEach(
        (group, requests) -> {
          int size = Math.min(k, requests.size());
          double weight = (double) requests.size() / size;
          for (KeptRequest request : requests.subList(0, size)) {
            kept.add(
                weighted(
                    request,
                    weight,
                    below.getOrDefault(new Category(group.endpoint(), group.category()), 1.0)));
          }
        });
    kept.sort(Comparator.comparingDouble(KeptRequest::samplePoint));
    return kept;
  }
}
