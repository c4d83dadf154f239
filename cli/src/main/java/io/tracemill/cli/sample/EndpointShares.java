package io.tracemill.cli.sample;

import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Map;

/**
 * The endpoints of entry requests, those with most requests first.
 *
 * @param requests of all endpoints
 */
public record EndpointShares(List<Share> shares, long requests) {
  /** How many requests one has. */
  public record Share(Frame endpoint, long requests) {}

  public EndpointShares {
    shares = List.copyOf(shares);
  }

  static EndpointShares of(Map<Frame, Long> requests) {
    return new EndpointShares(
        requests.entrySet().stream()
            .map(entry -> new Share(entry.getKey(), entry.getValue()))
            .sorted(comparingLong(Share::requests).reversed().thenComparing(Share::endpoint))
            .toList(),
        requests.values().stream().mapToLong(Long::longValue).sum());
  }

  /** The share of the endpoint that has most, 0 to 1. */
  public double largest() {
    return shares.isEmpty() ? 0 : share(shares.get(0));
  }

  /** The share of one of them, 0 to 1. */
  public double share(Share one) {
    return (double) one.requests() / requests;
  }
}
