package io.tracemill.store.compare;

import io.tracemill.analysis.ranktest.ColumnTest;
import io.tracemill.analysis.sample.ReplayedTimes;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.question.CategorySearch;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The times of each node of one category's call tree in two sets of requests (P-Tracer 4.3.2).
 * Times of a node are added up over its calls in a request.
 *
 * @param ratio the mean duration after as a multiple of that before
 * @param nodes in preorder
 */
public record CategoryComparison(
    Frame endpoint, String category, Latency before, Latency after, double ratio, List<Node> nodes)
    implements SetComparison {
  private static final double CAUSE_P = 0.001;
  private static final double CAUSE_SHARE = 0.01;

  public CategoryComparison {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node.
   *
   * @param depth 0 for the root
   * @param run the shortest run of calls that the category treats like this one
   * @param ratio the mean after as a multiple of that before; 0 if it took no time before
   * @param ownRatio the same for its own time
   * @param pValue the probability of such a difference of its own time by chance, by a rank test of
   *     the uniform part of each set; empty below {@link ColumnTest#MIN_REQUESTS} on a side
   * @param cause whether it surely makes requests slower: by chance with a probability below 0.001,
   *     and by a hundredth of their mean before or more on their critical paths
   */
  public record Node(
      int position,
      int depth,
      String service,
      String operation,
      boolean async,
      int run,
      Times before,
      Times after,
      double ratio,
      double ownRatio,
      Optional<Double> pValue,
      boolean cause) {}

  /**
   * A node's mean times a request in one set; errors as in {@link Latency}.
   *
   * @param meanNanos with the nodes below
   * @param ownMeanNanos while it waits for no node below
   * @param criticalMeanNanos the part of that time for which the request waits
   * @param share the mean as a share of the requests' mean duration
   */
  public record Times(
      double meanNanos,
      double meanErrorNanos,
      double ownMeanNanos,
      double ownMeanErrorNanos,
      double criticalMeanNanos,
      double share) {}

  /**
   * Asks for it.
   *
   * @throws QueryException if neither set has a request of the category
   */
  public static CategoryComparison ask(
      Requests before, Requests after, CategorySearch.Category category) {
    NodeTable then = table(before, category);
    NodeTable now = table(after, category);
    if (then.durations().rows() + now.durations().rows() == 0) {
      throw new QueryException(
          "neither set has a complete request of category %s; give other ranges or values"
              .formatted(category.hex()));
    }
    List<ColumnTest> tests = ColumnTest.of(then.uniform(), now.uniform());
    double least = CAUSE_SHARE * then.durations().mean();
    List<Node> nodes = new ArrayList<>();
    for (int i = 0; i < category.form().nodes().size(); i++) {
      CanonicalForm.Node node = category.form().nodes().get(i);
      Times one = times(then, i);
      Times other = times(now, i);
      nodes.add(
          new Node(
              i,
              node.depth(),
              node.frame().service(),
              node.frame().operation(),
              node.async(),
              node.run(),
              one,
              other,
              Latency.ratio(one.meanNanos, other.meanNanos),
              Latency.ratio(one.ownMeanNanos, other.ownMeanNanos),
              tests.get(i).pValue(),
              tests.get(i).pValue().filter(p -> p < CAUSE_P).isPresent()
                  && other.criticalMeanNanos - one.criticalMeanNanos >= Math.max(1, least)));
    }
    Latency one = Latency.of(then.durations());
    Latency other = Latency.of(now.durations());
    return new CategoryComparison(
        category.endpoint(), category.hex(), one, other, other.ratioTo(one), nodes);
  }

  private static NodeTable table(Requests requests, CategorySearch.Category category) {
    return NodeTable.read(requests.of(category), category.form().nodes().size());
  }

  private static Times times(NodeTable table, int position) {
    Estimate inclusive = table.mean(position, ReplayedTimes::inclusiveNanos);
    Estimate own = table.mean(position, ReplayedTimes::exclusiveNanos);
    return new Times(
        inclusive.value(),
        inclusive.error(),
        own.value(),
        own.error(),
        table.mean(position, ReplayedTimes::criticalNanos).value(),
        Latency.ratio(table.durations().mean(), inclusive.value()));
  }
}
