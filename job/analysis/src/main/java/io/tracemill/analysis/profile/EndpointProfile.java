package io.tracemill.analysis.profile;

import io.tracemill.analysis.callingcontext.PathNode;
import io.tracemill.analysis.callingcontext.PathStep;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.List;
import java.util.OptionalLong;

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
 * @param exemplars some of the requests, slowest first
 * @param failures edges and operations that failed in some request, most errors first, at most 50
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
    List<Exemplar> exemplars,
    List<Failure> failures) {

  public EndpointProfile {
    tree = List.copyOf(tree);
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
        exemplars,
        failures);
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

  /**
   * A call path.
   *
   * @param parent index of the node above, -1 for the first step of a path
   * @param traces number of requests with this path on their critical path
   * @param inclusiveNanos time of the path and its descendants, summed over these requests
   * @param exclusiveNanos its own time, summed over these requests
   * @param exclusive percentiles of its own time over these requests, from the sample
   */
  public record Node(
      int parent,
      PathStep step,
      long traces,
      long inclusiveNanos,
      long exclusiveNanos,
      Percentiles exclusive)
      implements PathNode {}

  /**
   * Percentiles from the sampled requests that have the path; exact if it holds all of them. A
   * percentile of too few requests is absent.
   *
   * @param requests number of sampled requests that have the path
   */
  public record Percentiles(OptionalLong p50, OptionalLong p95, OptionalLong p99, long requests) {}

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
