package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.Optional;

/**
 * The time of an endpoint's requests in one window, by call path. All durations are nanoseconds.
 *
 * @param endpoint the frame that names its requests
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param traceCount number of requests
 * @param errors number of failed requests
 * @param evidence how far to trust the figures
 * @param tree the aggregate CCCT, a parent before its children
 * @param classes CCCTs by latency class
 * @param exemplars some of the requests, slowest first
 * @param failures edges and operations that failed in some request, most errors first, at most 50
 * @param errorCost what failed spans cost
 */
public record EndpointProfile(
    Frame endpoint,
    long startMillis,
    long endMillis,
    long traceCount,
    long errors,
    Latency latency,
    Evidence evidence,
    List<Node> tree,
    List<LatencyClass> classes,
    List<Exemplar> exemplars,
    List<Failure> failures,
    ErrorCost errorCost) {

  public EndpointProfile {
    tree = List.copyOf(tree);
    classes = List.copyOf(classes);
    exemplars = List.copyOf(exemplars);
    failures = List.copyOf(failures);
  }

  /** The same figures for another window. */
  EndpointProfile during(long otherStartMillis, long otherEndMillis) {
    return new EndpointProfile(
        endpoint,
        otherStartMillis,
        otherEndMillis,
        traceCount,
        errors,
        latency,
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
      double clippedShare,
      int categories) {}

  /** A call path of many requests. */
  public sealed interface TreeNode extends PathNode permits Node, ClassNode {
    /** Number of requests with this path on their critical path. */
    long traces();

    /** The time of the path and its descendants, summed over these requests, nanoseconds. */
    long inclusiveNanos();

    /** Percentiles of its own time over these requests, if known. */
    Optional<Percentiles> percentiles();
  }

  /**
   * A call path.
   *
   * @param parent index of the node above, -1 for the first step of a path
   * @param traces number of requests with this path on their critical path
   * @param inclusiveNanos time of the path and its descendants, summed over these requests
   * @param exclusiveNanos its own time, summed over these requests
   * @param exclusive percentiles of its own time over these requests
   */
  public record Node(
      int parent,
      PathStep step,
      long traces,
      long inclusiveNanos,
      long exclusiveNanos,
      Percentiles exclusive)
      implements TreeNode {
    @Override
    public Optional<Percentiles> percentiles() {
      return Optional.of(exclusive);
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
      String name,
      long fromNanos,
      long toNanos,
      long traces,
      long sampledTraces,
      List<ClassNode> tree) {
    /** The names of all latency classes. */
    public static final List<String> NAMES =
        List.of("<=P50", "<=P95", "<=P99", "P0-50", "P50-90", "P90-95", "P95-99", "P99-100");

    public LatencyClass {
      tree = List.copyOf(tree);
    }
  }

  /** A call path of a latency class, like {@link Node} but estimated from the sample. */
  public record ClassNode(
      int parent, PathStep step, long traces, long inclusiveNanos, long exclusiveNanos)
      implements TreeNode {
    @Override
    public Optional<Percentiles> percentiles() {
      return Optional.empty();
    }
  }

  /**
   * A place in which requests failed.
   *
   * @param place an edge or an operation
   * @param traces number of requests with the place, on or off their critical path
   * @param errors number of these requests in which it failed
   */
  public record Failure(Place place, long traces, long errors) {}

  /** One request that stands for others. */
  public record Exemplar(TraceId traceId, long spanId, long durationNanos) {}
}
