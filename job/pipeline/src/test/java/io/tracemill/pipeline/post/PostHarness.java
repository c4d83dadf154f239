package io.tracemill.pipeline.post;

import static java.util.Objects.requireNonNull;

import io.tracemill.pipeline.MetricScope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** An operator that posts, whose clock a test moves on. */
public class PostHarness<T> {
  private static final long SECOND = 1_000;

  private final Map<String, Metric> metrics = new HashMap<>();
  private final OneInputStreamOperator<T, Void> operator;
  private final OneInputStreamOperatorTestHarness<T, Void> harness;
  private final Runnable awaitAnswer;

  /**
   * A new one.
   *
   * @param awaitAnswer waits until the operator takes an answer
   * @param state what it restores
   */
  protected PostHarness(
      OneInputStreamOperator<T, Void> operator,
      Runnable awaitAnswer,
      long nowMillis,
      Optional<OperatorSubtaskState> state)
      throws Exception {
    this.operator = operator;
    this.awaitAnswer = awaitAnswer;
    harness =
        new OneInputStreamOperatorTestHarness<>(
            operator, new MockEnvironmentBuilder().setMetricGroup(task()).build());
    harness.setProcessingTime(nowMillis);
    if (state.isPresent()) {
      harness.initializeState(state.get());
    }
    harness.open();
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

  protected void process(T element) throws Exception {
    harness.processElement(element, 0);
  }

  /** Event time goes on. */
  public void watermark(long millis) throws Exception {
    harness.processWatermark(millis);
  }

  public void setClock(long millis) throws Exception {
    harness.setProcessingTime(millis);
  }

  /** A second goes by. */
  public void tick() throws Exception {
    setClock(harness.getProcessingTime() + SECOND);
  }

  public void minute() throws Exception {
    setClock(harness.getProcessingTime() + TestIncident.MINUTE);
  }

  /** The receiver answers, or the operator gives up waiting. */
  public void answer() {
    awaitAnswer.run();
  }

  /** A second goes by in which a post is answered. */
  public void post() throws Exception {
    tick();
    answer();
  }

  public void finish() throws Exception {
    operator.finish();
  }

  public OperatorSubtaskState state() throws Exception {
    return harness.snapshot(1, 1);
  }

  public long count(String metric) {
    return ((Counter) requireNonNull(metrics.get(metric), metric)).getCount();
  }

  public int gauge(String metric) {
    return (Integer) ((Gauge<?>) requireNonNull(metrics.get(metric), metric)).getValue();
  }
}
