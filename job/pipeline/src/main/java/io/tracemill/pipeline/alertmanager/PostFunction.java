package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.explanation.ExplainedIncident;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/**
 * Says of incidents what Alertmanager is told, in the task that explains them.
 *
 * @param traceLink see {@link AlertmanagerSettings}
 */
record PostFunction(String traceLink) implements FlatMapFunction<ExplainedIncident, AlertPost> {
  @Override
  public void flatMap(ExplainedIncident incident, Collector<AlertPost> out) {
    new IncidentPosts(traceLink).of(incident).ifPresent(out::collect);
  }
}
