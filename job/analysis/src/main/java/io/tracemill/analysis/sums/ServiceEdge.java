package io.tracemill.analysis.sums;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/** Calls of one service to another, in the service graph. */
public record ServiceEdge(String caller, String callee) implements Comparable<ServiceEdge> {
  /** The edge that counts all calls beyond a limit. */
  public static final ServiceEdge OTHER = new ServiceEdge("(other)", "(other)");

  private static final Comparator<ServiceEdge> ORDER =
      Comparator.comparing(ServiceEdge::caller).thenComparing(ServiceEdge::callee);

  public ServiceEdge {
    requireNonNull(caller, "caller");
    requireNonNull(callee, "callee");
  }

  @Override
  public int compareTo(ServiceEdge other) {
    return ORDER.compare(this, other);
  }
}
