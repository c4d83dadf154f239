package io.tracemill.pipeline;

import org.apache.flink.metrics.MetricGroup;

/**
 * The scope of Tracemill's own metrics: the group {@code tracemill} of an operator. Their names are
 * stable; {@code docs/operations.md} lists all of them.
 */
public final class MetricScope {
  /** The name of the group. */
  public static final String GROUP = "tracemill";

  private MetricScope() {}

  /** The group inside an operator's own group. */
  public static MetricGroup of(MetricGroup operator) {
    return operator.addGroup(GROUP);
  }
}
