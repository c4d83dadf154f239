package io.tracemill.connectors.live;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.sums.ServiceEdge;

/**
 * An edge of the service graph.
 *
 * @param messages whether messages carry most of its calls
 */
public record CallEdge(ServiceEdge services, boolean messages) {
  /** The edge of all calls that have none of their own. */
  static final CallEdge OTHER = new CallEdge(ServiceEdge.OTHER, false);

  public CallEdge {
    requireNonNull(services, "services");
  }

  static CallEdge of(Dependency calls) {
    ServiceEdge services = new ServiceEdge(calls.caller(), calls.callee());
    return services.equals(ServiceEdge.OTHER)
        ? OTHER
        : new CallEdge(services, 2 * calls.messages() > calls.requests());
  }
}
