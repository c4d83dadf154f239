package io.tracemill.pipeline;

import org.apache.flink.metrics.MetricGroup;

/**
 * Where Tracemill's own metrics are: in the group {@code tracemill} of an operator. Their names are
 * promises; {@code docs/operations.md} has all of them.
 */
public final class MetricScope {
  /** The name of the group. */
  public static final String GROUP = "tracemill";

  private MetricScope() {}

  /** The group within that of an operator. */
  public static MetricGroup of(MetricGroup operator) {
    return operator.addGroup(GROUP);
  }
}
