package io.tracemill.console.store;

import static java.util.Comparator.comparingDouble;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.RequestWeights;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What tells each category of an endpoint from the others: calls that it makes and most of the
 * others do not, or the other way round, or not as often.
 *
 * @param names the most frequent category first
 */
record CategoryNames(List<Name> names) {
  private static final int MAX_CATEGORIES = 200;
  private static final int MAX_NODES = 500;
  private static final int MAX_MARKS = 2;

  CategoryNames {
    names = List.copyOf(names);
  }

  /**
   * The name of a category.
   *
   * @param marks the first tells it from most of the others' requests, the second from most that
   *     are left; none if there is no other category
   */
  record Name(String category, List<Mark> marks) {
    Name {
      marks = List.copyOf(marks);
    }
  }

  /**
   * A call that tells a category from others.
   *
   * @param count how often it makes the call, or what counts as equally many; 0 if it does not
   * @param otherwise whether some of the others make the call too, but not as often
   */
  record Mark(String service, String operation, int count, boolean otherwise) {}

  /** A category with the number of its requests and of each call that they make. */
  private record Category(CallTreeSignature id, double weight, Map<Frame, Integer> calls) {
    int count(Frame call) {
      return calls.getOrDefault(call, 0);
    }
  }

  /** Names the most frequent categories of these requests, which are of one endpoint. */
  static CategoryNames of(Iterable<KeptRequest> requests, ReplayRules rules) {
    List<Category> all =
        categories(requests, rules).stream()
            .sorted(comparingDouble((Category each) -> -each.weight).thenComparing(c -> c.id.hex()))
            .limit(MAX_CATEGORIES)
            .toList();
    List<Frame> calls =
        all.stream().flatMap(each -> each.calls.keySet().stream()).distinct().sorted().toList();
    return new CategoryNames(
        all.stream().map(each -> new Name(each.id.hex(), marks(each, all, calls))).toList());
  }

  private static List<Category> categories(Iterable<KeptRequest> requests, ReplayRules rules) {
    CategoryReplay replay = new CategoryReplay(rules);
    Map<CallTreeSignature, Map<Frame, Integer>> calls = new HashMap<>();
    Map<CallTreeSignature, Double> weights = new HashMap<>();
    for (KeptRequest request : requests) {
      if (RequestWeights.Builder.counts(request) && !request.pathOnly()) {
        weights.merge(request.category(), request.weight(), Double::sum);
        calls.computeIfAbsent(request.category(), added -> calls(replay.form(request, MAX_NODES)));
      }
    }
    return weights.entrySet().stream()
        .map(
            each ->
                new Category(
                    each.getKey(), each.getValue(), calls.getOrDefault(each.getKey(), Map.of())))
        .toList();
  }

  private static Map<Frame, Integer> calls(CanonicalForm form) {
    Map<Frame, Integer> calls = new TreeMap<>();
    form.nodes().forEach(node -> calls.merge(node.frame(), node.run(), Integer::sum));
    return calls;
  }

  private static List<Mark> marks(Category of, List<Category> all, List<Frame> calls) {
    List<Category> left = all.stream().filter(each -> !each.equals(of)).toList();
    List<Mark> marks = new ArrayList<>();
    while (!left.isEmpty() && marks.size() < MAX_MARKS) {
      List<Category> others = left;
      Optional<Frame> best =
          calls.stream()
              .filter(call -> excluded(of, others, call) > 0)
              .max(
                  comparingDouble((Frame call) -> excluded(of, others, call))
                      .thenComparing(call -> of.count(call) > 0)
                      .thenComparing(Comparator.reverseOrder()));
      if (best.isEmpty()) {
        break;
      }
      Frame call = best.get();
      boolean otherwise =
          of.count(call) > 0
              && others.stream()
                  .anyMatch(each -> each.count(call) > 0 && each.count(call) != of.count(call));
      marks.add(new Mark(call.service(), call.operation(), of.count(call), otherwise));
      left = others.stream().filter(each -> each.count(call) == of.count(call)).toList();
    }
    return marks;
  }

  /** The number of requests of the others that do not make the call as often. */
  private static double excluded(Category of, List<Category> others, Frame call) {
    return others.stream()
        .filter(each -> each.count(call) != of.count(call))
        .mapToDouble(Category::weight)
        .sum();
  }
}
