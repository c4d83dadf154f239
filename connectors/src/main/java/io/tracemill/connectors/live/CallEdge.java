package io.tracemill.connectors.live;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.record.Dependency;
import io.tracemill.analysis.sums.ServiceEdge;
import org.jspecify.annotations.Nullable;

/**
 * An edge of the service graph. Edges between the same services are equal, so that in a map the
 * first one says what carries the calls.
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
    return new CallEdge(
        new ServiceEdge(calls.caller(), calls.callee()), 2 * calls.messages() > calls.requests());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CallEdge that && services.equals(that.services);
  }

  @Override
  public int hashCode() {
    return services.hashCode();
  }
}
