package io.tracemill.pipeline.alertmanager;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.MetricScope;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** An operator whose clock a test moves on. */
final class Posting {
  private final Map<String, Metric> metrics = new HashMap<>();
  private final AlertmanagerOperator operator;
  private final OneInputStreamOperatorTestHarness<Alert, Void> harness;

  private Posting(URI url, long nowMillis) throws Exception {
    operator = new AlertmanagerOperator(Settings.to(url));
    harness =
        new OneInputStreamOperatorTestHarness<>(
            operator, new MockEnvironmentBuilder().setMetricGroup(task()).build());
    harness.setProcessingTime(nowMillis);
  }

  private TaskMetricGroup task() {
    return TaskManagerMetricGroup.createTaskManagerMetricGroup(
            TestingMetricRegistry.builder()
                .setRegisterConsumer(
                    (metric, name, group) -> {
                      if (List.of(group.getScopeComponents()).contains(MetricScope.GROUP)) {
                        metrics.put(name, metric);
                      }
                    })
                .build(),
            "host",
            ResourceID.generate())
        .addJob(new JobID(), "job")
        .addTask(ExecutionAttemptID.randomId(), "task");
  }

  /** A new one. */
  static Posting at(URI url, long nowMillis) throws Exception {
    Posting posting = new Posting(url, nowMillis);
    posting.harness.open();
    return posting;
  }

  /** One that has the state of another. */
  static Posting restored(URI url, long nowMillis, OperatorSubtaskState state) throws Exception {
    Posting posting = new Posting(url, nowMillis);
    posting.harness.initializeState(state);
    posting.harness.open();
    return posting;
  }

  void write(TestIncident incident) throws Exception {
    harness.processElement(incident.alert(), 0);
  }

  void setClock(long millis) throws Exception {
    harness.setProcessingTime(millis);
  }

  /** A second goes by. */
  void tick() throws Exception {
    setClock(harness.getProcessingTime() + AlertmanagerOperator.TICK_MILLIS);
  }

  void minute() throws Exception {
    setClock(harness.getProcessingTime() + TestIncident.MINUTE);
  }

  /** Alertmanager answers, or the operator gives up waiting. */
  void answer() {
    operator.awaitAnswer();
  }

  /** A second goes by in which a post is answered. */
  void post() throws Exception {
    tick();
    answer();
  }

  void finish() throws Exception {
    operator.finish();
  }

  OperatorSubtaskState state() throws Exception {
    return harness.snapshot(1, 1);
  }

  long count(String metric) {
    return ((Counter) requireNonNull(metrics.get(metric), metric)).getCount();
  }

  int pending() {
    return (Integer) ((Gauge<?>) requireNonNull(metrics.get("postsPending"))).getValue();
  }
}
