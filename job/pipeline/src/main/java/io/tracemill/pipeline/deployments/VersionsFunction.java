package io.tracemill.pipeline.deployments;

import io.tracemill.analysis.deployment.VersionedRequest;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.pipeline.MetricScope;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Takes from kept requests which versions of services they passed through. */
public final class VersionsFunction extends ProcessFunction<KeptRequest, VersionedRequest> {
  private static final long serialVersionUID = 1;

  private final List<String> attributes;
  private final ReplayRules rules;
  private transient RequestReplay replay;
  private transient Counter cut;

  /**
   * @param attributes whose values are versions
   * @param rules with which kept requests are read
   */
  public VersionsFunction(List<String> attributes, ReplayRules rules) {
    this.attributes = attributes;
    this.rules = rules;
  }

  @Override
  public void open(OpenContext context) {
    replay = new RequestReplay(rules);
    cut = MetricScope.of(getRuntimeContext().getMetricGroup()).counter("versionsCut");
  }

  @Override
  public void processElement(
      KeptRequest request, Context context, Collector<VersionedRequest> out) {
    if (VersionedRequest.cut(request)) {
      cut.inc();
    }
    VersionedRequest.of(request, attributes, replay).ifPresent(out::collect);
  }
}
