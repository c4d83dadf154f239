package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time of an endpoint's requests in one window, by call path: a record of {@code profiles}. All
 * durations are nanoseconds.
 *
 * @param endpoint the frame that names its requests
 * @param traceCount number of requests
 * @param errors number of failed requests
 * @param errorRatio failed requests divided by all; empty without requests
 * @param evidence how far to trust the figures
 * @param tree the aggregate CCCT, a parent before its children
 * @param classes CCCTs by latency class
 * @param exemplars some of the requests, slowest first
 * @param failures edges and operations that failed in some request, most errors first, at most 50
 * @param errorCost what failed spans cost; empty if none failed
 */
public record EndpointProfile(
    Period window,
    Frame endpoint,
    long traceCount,
    long errors,
    OptionalDouble errorRatio,
    Latency latencyNanos,
    Evidence evidence,
    List<Node> tree,
    List<LatencyClass> classes,
    List<Exemplar> exemplars,
    List<Failure> failures,
    Optional<FailureCost> errorCost)
    implements StreamRecord {

  public EndpointProfile {
    tree = List.copyOf(tree);
    classes = List.copyOf(classes);
    exemplars = List.copyOf(exemplars);
    failures = List.copyOf(failures);
  }

  @Override
  public List<String> key() {
    return List.of(endpoint.service(), endpoint.operation(), Long.toString(window.startMillis()));
  }

  @Override
  public List<Frame> about() {
    return List.of(endpoint);
  }

  @Override
  public int depth() {
    int deepest = TreeNode.depth(tree);
    for (LatencyClass each : classes) {
      deepest = Math.max(deepest, TreeNode.depth(each.tree));
    }
    return deepest;
  }

  /** The same figures for another window. */
  public EndpointProfile during(Period other) {
    return new EndpointProfile(
        other,
        endpoint,
        traceCount,
        errors,
        errorRatio,
        latencyNanos,
        evidence,
        tree,
        classes,
        exemplars,
        failures,
        errorCost);
  }

  /** Response times; the mean is rounded, the percentiles are within 1 %, the maximum is exact. */
  public record Latency(long mean, long p50, long p90, long p95, long p99, long max) {}

  /**
   * Evidence of how far to trust the figures.
   *
   * @param incomplete requests of incomplete traces seen in the window
   * @param truncated requests of traces that a cap closed
   * @param corrected requests of which at least one span was shifted
   * @param skewNanos sum of the shifts, nanoseconds
   * @param clippedNanos sum of the clipped time, nanoseconds
   * @param clippedShare clipped time divided by the requests' total duration
   * @param categories distinct flow signatures; those beyond the limit count as one
   */
  public record Evidence(
      long incomplete,
      long truncated,
      long corrected,
      long skewNanos,
      long clippedNanos,
      OptionalDouble clippedShare,
      int categories) {}

  /**
   * A call path.
   *
   * @param traces number of requests with this path on their critical path
   * @param inclusiveNanos time of the path and its descendants, summed over these requests
   * @param exclusiveNanos its own time, summed over these requests
   * @param exclusive percentiles of its own time over these requests; unknown in a latency class
   */
  public record Node(
      int parent,
      String service,
      String operation,
      Optional<String> callee,
      long traces,
      long inclusiveNanos,
      long exclusiveNanos,
      Optional<Percentiles> exclusive)
      implements CallPath {
    public Node(
        int parent,
        PathStep step,
        long traces,
        long inclusiveNanos,
        long exclusiveNanos,
        Optional<Percentiles> exclusive) {
      this(
          parent,
          step.frame().service(),
          step.frame().operation(),
          step.callee(),
          traces,
          inclusiveNanos,
          exclusiveNanos,
          exclusive);
    }
  }

  /** Percentiles, within 1 %. */
  public record Percentiles(long p50, long p95, long p99) {}

  /**
   * The requests between two percentiles of the latency.
   *
   * @param name {@code <=P95}, {@code P95-99}, ...
   * @param fromNanos lower end, exclusive (0 for the first class)
   * @param toNanos upper end, inclusive
   * @param traces estimated number of requests
   * @param sampledTraces number of sampled requests behind the tree
   * @param tree its CCCT, scaled up to {@code traces}
   */
  public record LatencyClass(
      String name, long fromNanos, long toNanos, long traces, long sampledTraces, List<Node> tree) {
    /** The names of all latency classes. */
    public static final List<String> NAMES =
        List.of("<=P50", "<=P95", "<=P99", "P0-50", "P50-90", "P90-95", "P95-99", "P99-100");

    public LatencyClass {
      tree = List.copyOf(tree);
    }
  }

  /**
   * An operation or an edge in which requests failed.
   *
   * @param service of the operation, or the caller of the edge
   * @param operation empty for an edge
   * @param callee empty for an operation
   * @param traces number of requests with the place, on or off their critical path
   * @param errors number of these requests in which it failed
   */
  public record Failure(
      String service,
      Optional<String> operation,
      Optional<String> callee,
      long traces,
      long errors,
      double errorRatio) {
    /** The failures of an edge or an operation. */
    public static Failure of(Place place, long traces, long errors) {
      double ratio = (double) errors / traces;
      if (place instanceof Place.Edge edge) {
        return new Failure(
            edge.caller(), Optional.empty(), Optional.of(edge.callee()), traces, errors, ratio);
      }
      Frame frame = ((Place.Operation) place).frame();
      return new Failure(
          frame.service(), Optional.of(frame.operation()), Optional.empty(), traces, errors, ratio);
    }
  }

  /** One request that stands for others. */
  public record Exemplar(String traceId, String spanId, long durationNanos) {}

  /** What failed spans cost, as {@link ErrorCost} says. */
  public record FailureCost(
      long requests, long workNanos, long erringWorkNanos, long savedNanos, List<FailedPath> path) {
    public FailureCost {
      path = List.copyOf(path);
    }

    /** The cost; empty if no span failed. */
    public static Optional<FailureCost> of(ErrorCost cost) {
      return cost.requests() == 0
          ? Optional.empty()
          : Optional.of(
              new FailureCost(
                  cost.requests(),
                  cost.workNanos(),
                  cost.erringWorkNanos(),
                  cost.savedNanos(),
                  cost.path().stream().map(FailedPath::of).toList()));
    }
  }

  /** A call path with failures. */
  public record FailedPath(
      int parent,
      String service,
      String operation,
      int self,
      int propagated,
      int stopped,
      long exclusiveNanos)
      implements TreeNode {
    private static FailedPath of(ErrorCost.Node node) {
      return new FailedPath(
          node.parent(),
          node.frame().service(),
          node.frame().operation(),
          node.self(),
          node.propagated(),
          node.stopped(),
          node.exclusiveNanos());
    }
  }
}
