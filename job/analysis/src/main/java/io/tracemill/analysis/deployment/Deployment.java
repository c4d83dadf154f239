package io.tracemill.analysis.deployment;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A new value of an attribute on a service: a record of {@code deployments}. A newer record with
 * the same key replaces the older one.
 *
 * @param service whose spans have the attribute
 * @param attribute its key, such as {@code service.version}
 * @param before the value that most of the service's requests had
 * @param after the new value
 * @param sinceMillis when the first request with the new value closed, milliseconds since the epoch
 * @param judgedMillis end of the pane of this record
 * @param share of the service's recent requests that have the new value
 * @param ended whether one of the values is gone, or an hour has passed
 * @param verdict the only one; absent as long as there are too few requests
 */
public record Deployment(
    String service,
    String attribute,
    String before,
    String after,
    long sinceMillis,
    long judgedMillis,
    double share,
    boolean ended,
    Optional<Verdict> verdict)
    implements StreamRecord {
  public Deployment {
    requireNonNull(service, "service");
    requireNonNull(attribute, "attribute");
    requireNonNull(before, "before");
    requireNonNull(after, "after");
    requireNonNull(verdict, "verdict");
  }

  @Override
  public List<String> key() {
    return List.of(service, attribute, after, Long.toString(sinceMillis));
  }

  @Override
  public List<Frame> about() {
    return List.of();
  }

  /** How the requests with the new value compare with those that still have the old one. */
  public enum Outcome {
    /** Fewer fail, or they are faster and not more of them fail. */
    BETTER,
    /** More fail, or they are slower and not fewer of them fail. */
    WORSE,
    /** There are enough requests, but neither test finds a difference that matters. */
    NO_DIFFERENCE,
    /** The deployment ended before there were enough requests to compare. */
    TOO_FEW_REQUESTS
  }

  /**
   * Requests with both values at the same time, compared once.
   *
   * @param atMillis end of the last compared pane
   * @param before requests with the old value
   * @param after requests with the new value
   * @param latencyPValue the probability of such a difference in latency by chance
   * @param failurePValue the same for the share of failures
   */
  public record Verdict(
      Outcome outcome,
      long atMillis,
      Side before,
      Side after,
      OptionalDouble latencyPValue,
      OptionalDouble failurePValue) {}

  /**
   * One side of the comparison. Latency and share weigh panes, endpoints and numbers of calls as
   * the other side does, so that both can be compared.
   *
   * @param requests number of compared requests
   * @param latencyNanos typical time in the service, its geometric mean; 0 without requests
   * @param failedShare the share that the service failed
   */
  public record Side(long requests, long latencyNanos, double failedShare) {}
}
