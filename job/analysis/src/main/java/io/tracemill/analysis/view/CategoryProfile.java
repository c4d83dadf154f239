package io.tracemill.analysis.view;

import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.ReplayedTimes;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.estimate.Column;
import io.tracemill.analysis.view.estimate.Estimate;
import io.tracemill.analysis.view.estimate.RequestWeights;
import io.tracemill.analysis.view.estimate.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The call tree of a category with the times of its nodes (P-Tracer section 4.1.2).
 *
 * @param category 32 hexadecimal digits
 * @param truncated whether nodes of the call tree were cut off
 * @param nodes in preorder; empty without requests
 */
public record CategoryProfile(
    Frame endpoint, String category, Basis basis, boolean truncated, List<Node> nodes) {
  public CategoryProfile {
    nodes = List.copyOf(nodes);
  }

  /**
   * A node: one call or a run of equal calls. Times are inclusive unless said, and added up over
   * its spans in a request.
   *
   * @param depth calls from the root
   * @param run the number of equal calls, or what counts as equally many
   * @param callsPerRequest mean number of its spans
   * @param ratio of its mean to the mean duration of the requests
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

  /**
   * The profile of a category; requests of other categories do not count.
   *
   * @param maxNodes the most nodes of the call tree; 1 or more
   */
  public static CategoryProfile of(
      Iterable<KeptRequest> requests,
      ReplayRules rules,
      Frame endpoint,
      CallTreeSignature category,
      int maxNodes) {
    Columns columns = Columns.of(requests, rules, category, maxNodes);
    List<Node> nodes = new ArrayList<>();
    double latency = columns.latency().mean().value();
    for (int node = 0; node < columns.size(); node++) {
      nodes.add(columns.node(node, latency));
    }
    return new CategoryProfile(
        endpoint,
        category.hex(),
        columns.weights().basis(),
        columns.form().filter(CanonicalForm::truncated).isPresent(),
        nodes);
  }

  /**
   * The times of a category's requests by node.
   *
   * @param form the call tree; empty without requests
   * @param times a row each request
   */
  public record Columns(
      RequestWeights weights,
      Optional<CanonicalForm> form,
      Column durations,
      List<ReplayedTimes> times) {

    /** Those of complete requests with all their spans. */
    public static Columns of(
        Iterable<KeptRequest> requests,
        ReplayRules rules,
        CallTreeSignature category,
        int maxNodes) {
      CategoryReplay replay = new CategoryReplay(rules);
      RequestWeights.Builder weights = new RequestWeights.Builder();
      Optional<CanonicalForm> form = Optional.empty();
      Column durations = new Column();
      List<ReplayedTimes> times = new ArrayList<>();
      for (KeptRequest request : requests) {
        if (request.category().equals(category) && weights.countsWhole(request)) {
          durations.add(weights.add(request), request.durationNanos());
          times.add(replay.times(request, maxNodes));
          if (form.isEmpty()) {
            form = Optional.of(replay.form(maxNodes));
          }
        }
      }
      return new Columns(weights.build(), form, durations, times);
    }

    /** The number of nodes. */
    int size() {
      return form.map(known -> known.nodes().size()).orElse(0);
    }

    Values latency() {
      return durations.of(weights);
    }

    private Node node(int position, double latency) {
      CanonicalForm.Node call = form.orElseThrow().nodes().get(position);
      long[] inclusive = column(position, ReplayedTimes::inclusiveNanos);
      Estimate mean = weights.of(inclusive).mean();
      return new Node(
          position,
          call.depth(),
          call.frame().service(),
          call.frame().operation(),
          call.async(),
          call.run(),
          weights
              .of(times.stream().mapToLong(each -> each.calls()[position]).toArray())
              .mean()
              .value(),
          mean.value(),
          mean.error(),
          Arrays.stream(inclusive).min().orElse(0),
          Arrays.stream(inclusive).max().orElse(0),
          latency == 0 ? 0 : mean.value() / latency,
          values(position, ReplayedTimes::exclusiveNanos).mean().value(),
          values(position, ReplayedTimes::criticalNanos).mean().value());
    }

    /** The times of a node, one for each row. */
    public Values values(int node, Function<ReplayedTimes, long[]> kind) {
      return weights.of(column(node, kind));
    }

    private long[] column(int node, Function<ReplayedTimes, long[]> kind) {
      return times.stream().mapToLong(each -> kind.apply(each)[node]).toArray();
    }
  }
}
