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
 * Where the time of an endpoint's requests went during one window. All durations are nanoseconds.
 *
 * @param endpoint the frame its requests are named by
 * @param startMillis start of the window, milliseconds since the epoch
 * @param endMillis its end, exclusive
 * @param traceCount requests that the figures describe
 * @param errors those of them that failed
 * @param evidence how complete they are
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

  /** The same figures of another window. */
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
   * How far the figures can be trusted.
   *
   * @param incomplete requests of incomplete traces seen in the window
   * @param truncated requests of traces that a cap closed
   * @param corrected requests of which at least one span was shifted
   * @param skewNanos sum of the shifts
   * @param clippedNanos sum of what was clipped
   * @param clippedShare clipped time by the requests' total duration
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
    /** Requests that had it on their critical path. */
    long traces();

    /** Nanoseconds, summed over these requests, of it and its descendants. */
    long inclusiveNanos();

    /** Percentiles of its own time over these requests, where they are known. */
    Optional<Percentiles> percentiles();
  }

  /**
   * A call path.
   *
   * @param parent index of the node above, -1 for the first step of a path
   * @param traces requests that had it on their critical path
   * @param inclusiveNanos sum over these requests, of it and its descendants
   * @param exclusiveNanos sum over these requests, its own
   * @param exclusive percentiles of its own time over the requests that had it
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
   * @param fromNanos durations above this one (0 for the first)
   * @param toNanos up to this one
   * @param traces estimate of how many requests there were
   * @param sampledTraces from how many sampled ones the tree is estimated
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

  /** A call path of a latency class; as {@link Node}, estimated from the sample. */
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
   * @param traces requests that have it, on their critical path or off it
   * @param errors those of them in which it failed
   */
  public record Failure(Place place, long traces, long errors) {}

  /** One request that stands for others. */
  public record Exemplar(TraceId traceId, long spanId, long durationNanos) {}
}
