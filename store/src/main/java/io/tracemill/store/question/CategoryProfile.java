package io.tracemill.store.question;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.NodeTimes;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import java.util.ArrayList;
import java.util.List;

/**
 * The call tree of a category with the times of its nodes (P-Tracer 4.1.2).
 *
 * @param requests estimated number of complete requests
 * @param rows number of them in the store
 * @param readRows number of those whose nodes were read
 * @param truncated whether nodes of the call tree were cut off
 * @param nodes in the order of the calls
 */
public record CategoryProfile(
    Frame endpoint,
    String category,
    long requests,
    double requestsError,
    long rows,
    long readRows,
    boolean truncated,
    List<Node> nodes) {
  /**
   * A node; its spans are one call or a run of equal calls. Times are inclusive unless said.
   *
   * @param depth calls from the root
   * @param run the number of equal calls, or what counts as equally many
   * @param callsPerRequest mean number of its spans
   * @param meanNanos mean of the sum of its spans' durations
   * @param ratio of its mean to that of the root
   * @param ownNanos mean time in which it waits for no child
   * @param criticalNanos mean time of its own on the critical path
   */
  public record Node(
      int position,
      int depth,
      String service,
      String operation,
      boolean async,
      int run,
      double callsPerRequest,
      double meanNanos,
      double meanErrorNanos,
      long minNanos,
      long maxNanos,
      double ratio,
      double ownNanos,
      double criticalNanos) {}

  public CategoryProfile {
    nodes = List.copyOf(nodes);
  }

  /** The sums of one node over the requests. */
  private static final class Sums {
    private Moments inclusive = Moments.NONE;
    private long min = Long.MAX_VALUE;
    private long max;
    private double calls;
    private double own;
    private double critical;

    void add(NodeTimes times, int node, double weight) {
      long nanos = times.inclusiveNanos()[node];
      inclusive = inclusive.plus(Moments.of((double) nanos, weight));
      min = Math.min(min, nanos);
      max = Math.max(max, nanos);
      calls += weight * times.calls()[node];
      own += weight * times.exclusiveNanos()[node];
      critical += weight * times.criticalNanos()[node];
    }

    double mean(double sum) {
      return sum / inclusive.weight();
    }
  }

  /**
   * Asks for it; the times of nodes are from kept requests that have all their spans.
   *
   * @throws QueryException if no complete request matches
   */
  public static CategoryProfile ask(
      StoreSession session, Filter filter, CategorySearch.Category category) {
    Filter ofCategory = filter.of(category.endpoint()).ofCategory(category.hex());
    Moments durations = Moments.ask(session, "duration_nanos", ofCategory.statistics());
    if (durations.rows() == 0) {
      throw QueryException.noneMatch();
    }
    KeptRequests requests = KeptRequests.ofStatistics(session, ofCategory);
    CategoryReplay replay = new CategoryReplay(session.rules().replay());
    List<Sums> nodes = new ArrayList<>();
    category.form().nodes().forEach(node -> nodes.add(new Sums()));
    for (KeptRequest request : requests) {
      if (!request.pathOnly()) {
        NodeTimes times = replay.times(request);
        for (int node = 0; node < Math.min(nodes.size(), times.size()); node++) {
          nodes.get(node).add(times, node, request.weight());
        }
      }
    }
    return new CategoryProfile(
        category.endpoint(),
        category.hex(),
        durations.requests(),
        durations.requestsError(),
        durations.rows(),
        requests.size(),
        category.form().truncated(),
        nodes(category.form(), nodes));
  }

  private static List<Node> nodes(CanonicalForm form, List<Sums> sums) {
    List<Node> nodes = new ArrayList<>();
    double root = sums.get(0).inclusive.mean();
    for (int position = 0; position < sums.size(); position++) {
      Sums of = sums.get(position);
      if (of.inclusive.rows() == 0) {
        break;
      }
      CanonicalForm.Node node = form.nodes().get(position);
      double mean = of.inclusive.mean();
      nodes.add(
          new Node(
              position,
              node.depth(),
              node.frame().service(),
              node.frame().operation(),
              node.async(),
              node.run(),
              of.mean(of.calls),
              mean,
              of.inclusive.meanError(),
              of.min,
              of.max,
              root == 0 ? 0 : mean / root,
              of.mean(of.own),
              of.mean(of.critical)));
    }
    return nodes;
  }
}
