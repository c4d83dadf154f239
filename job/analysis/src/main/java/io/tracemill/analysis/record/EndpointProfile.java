package io.tracemill.analysis.record;

import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

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
 * @param exemplars some of the requests, slowest first
 * @param failures edges and operations that failed in some request, most errors first, at most 50
 * @param newest the requests since the window before; empty for a range of the past
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
    List<Exemplar> exemplars,
    List<Failure> failures,
    Optional<Increment> newest)
    implements StreamRecord {

  public EndpointProfile {
    tree = List.copyOf(tree);
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
  public List<List<? extends TreeNode>> trees() {
    return List.of(tree);
  }

  @Override
  public EndpointProfile cut(int maxDepth, int maxNodes) {
    return with(window, CallTreeCut.of(tree, maxDepth, maxNodes));
  }

  /** The same figures for another window. */
  public EndpointProfile during(Period other) {
    return with(other, tree);
  }

  private EndpointProfile with(Period otherWindow, List<Node> otherTree) {
    return new EndpointProfile(
        otherWindow,
        endpoint,
        traceCount,
        errors,
        errorRatio,
        latencyNanos,
        evidence,
        otherTree,
        exemplars,
        failures,
        newest);
  }

  /** Response times; the mean is rounded, the percentiles are within 1 %, the maximum is exact. */
  public record Latency(long mean, long p50, long p90, long p95, long p99, long max) {}

  /** The requests of the end of the window that no earlier profile has: increments add up. */
  public record Increment(Period time, long requests, long errors, DurationCounts durations) {}

  /**
   * Evidence of how far to trust the figures.
   *
   * @param incomplete requests of incomplete traces seen in the window
   * @param truncated requests of traces that a cap closed
   * @param corrected requests of which at least one span was shifted
   * @param skewNanos sum of the shifts, nanoseconds
   * @param clippedNanos sum of the clipped time, nanoseconds
   * @param clippedShare clipped time divided by the requests' total duration
   * @param categories distinct categories; those beyond the limit count as one
   * @param coarse requests whose category ignores numbers of equal calls
   */
  public record Evidence(
      long incomplete,
      long truncated,
      long corrected,
      long skewNanos,
      long clippedNanos,
      OptionalDouble clippedShare,
      int categories,
      long coarse) {}

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
      implements CallPath<Node> {
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

    @Override
    public Node below(int otherParent) {
      return new Node(
          otherParent,
          service,
          operation,
          callee,
          traces,
          inclusiveNanos,
          exclusiveNanos,
          exclusive);
    }

    @Override
    public Node other(int otherParent) {
      return new Node(
          otherParent, PathStep.OTHER, traces, exclusiveNanos, exclusiveNanos, exclusive);
    }

    /**
     * Percentiles do not add up. A request can have several call paths, so the largest number of
     * requests is the only certain one.
     */
    @Override
    public Node plus(Node more) {
      long nanos = exclusiveNanos + more.exclusiveNanos;
      long requests = Math.max(traces, more.traces);
      return new Node(parent, PathStep.OTHER, requests, nanos, nanos, Optional.empty());
    }
  }

  /**
   * Percentiles from the sampled requests that have the path; exact if all of them are kept. A
   * percentile of too few requests is absent.
   *
   * @param requests number of sampled requests that have the path
   */
  public record Percentiles(OptionalLong p50, OptionalLong p95, OptionalLong p99, long requests) {}

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
}
