package io.tracemill.pipeline.deployments;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.deployment.Deployment;
import io.tracemill.analysis.deployment.Deployment.Outcome;
import io.tracemill.analysis.deployment.VersionedRequest;
import io.tracemill.analysis.deployment.VersionedRequest.Part;
import io.tracemill.analysis.request.RequestAttribute;
import io.tracemill.analysis.request.RequestDetails;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptTraces;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Metric;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** Panes of 30 s. The new version takes twice as long. */
class DeploymentOperatorTest {
  private static final long PANE = 30_000;
  private static final int EACH = 60;

  private final List<Deployment> found = new ArrayList<>();
  private long pane;

  private static OneInputStreamOperatorTestHarness<VersionedRequest, Deployment> harness()
      throws Exception {
    OneInputStreamOperatorTestHarness<VersionedRequest, Deployment> harness =
        new OneInputStreamOperatorTestHarness<>(new DeploymentOperator(PANE), 1, 1, 0);
    harness.setup(SmileCodec.typeOf(Deployment.class).createSerializer(new SerializerConfigImpl()));
    return harness;
  }

  private void send(
      OneInputStreamOperatorTestHarness<VersionedRequest, Deployment> harness,
      String version,
      long nanos)
      throws Exception {
    for (int i = 0; i < EACH; i++) {
      long time = pane * PANE + i;
      harness.processElement(
          new VersionedRequest(
              Frame.of("web", "GET /"),
              time,
              1,
              0.5,
              1,
              List.of(
                  new Part(
                      "shop", "service.version", List.of(version), 1, nanos + 1_000L * i, false))),
          time);
    }
  }

  private void panes(
      int count,
      OneInputStreamOperatorTestHarness<VersionedRequest, Deployment> harness,
      boolean both)
      throws Exception {
    for (int i = 0; i < count; i++) {
      send(harness, "v1", 1_000_000);
      if (both) {
        send(harness, "v2", 2_000_000);
      }
      pane++;
      harness.processWatermark(pane * PANE);
      found.addAll(harness.extractOutputValues());
      harness.getOutput().clear();
    }
  }

  @Test
  void aNewVersionIsReportedAndJudgedAcrossARestart() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      panes(2, harness, false);
      panes(5, harness, true);
      send(harness, "v1", 1_000_000);
      send(harness, "v2", 2_000_000);
      state = harness.snapshot(1, 1);
    }
    assertThat(found).hasSizeBetween(1, 3).noneMatch(each -> each.verdict().isPresent());
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      pane++;
      panes(5, harness, true);
    }

    Deployment judged = found.get(found.size() - 1);
    assertThat(judged.key()).isEqualTo(found.get(0).key());
    assertThat(judged.sinceMillis()).isEqualTo(2 * PANE);
    assertThat(judged.verdict().orElseThrow())
        .satisfies(
            verdict -> {
              assertThat(verdict.outcome()).isEqualTo(Outcome.WORSE);
              assertThat(verdict.before().requests()).isEqualTo(10 * EACH);
              assertThat(verdict.after().latencyNanos()).isBetween(2_020_000L, 2_040_000L);
            });
  }

  @Test
  void aPaneIsWatchedOnceItIsOver() throws Exception {
    try (var harness = harness()) {
      harness.open();
      panes(2, harness, false);
      send(harness, "v2", 1_000_000);
      harness.processWatermark((pane + 1) * PANE - 1);
      assertThat(harness.extractOutputValues()).isEmpty();
      harness.processWatermark((pane + 1) * PANE);
      assertThat(harness.extractOutputValues()).hasSize(1);
    }
  }

  @Test
  void keptRequestsBecomeTheVersionsOfTheirServices() throws Exception {
    try (var harness =
        new OneInputStreamOperatorTestHarness<>(
            new ProcessOperator<>(
                new VersionsFunction(List.of("service.version"), KeptTraces.rules(0))))) {
      harness.setup(
          SmileCodec.typeOf(VersionedRequest.class).createSerializer(new SerializerConfigImpl()));
      harness.open();
      KeptRequest request = KeptTraces.of(trace(1).root("shop", 0, 100));
      harness.processElement(request, 0);
      harness.processElement(
          KeptTraces.with(request, List.of(new RequestAttribute("shop", "service.version", "v1"))),
          0);

      assertThat(harness.extractOutputValues())
          .flatExtracting(VersionedRequest::parts)
          .extracting(Part::values)
          .containsExactly(List.of("v1"));
    }
  }

  @Test
  void requestsWhoseAttributesMayBeCutAreCounted() throws Exception {
    Map<String, Metric> metrics = new HashMap<>();
    TaskMetricGroup task =
        TaskManagerMetricGroup.createTaskManagerMetricGroup(
                TestingMetricRegistry.builder()
                    .setRegisterConsumer((metric, name, group) -> metrics.put(name, metric))
                    .build(),
                "host",
                ResourceID.generate())
            .addJob(new JobID(), "job")
            .addTask(ExecutionAttemptID.randomId(), "task");
    try (var harness =
        new OneInputStreamOperatorTestHarness<>(
            new ProcessOperator<>(
                new VersionsFunction(List.of("service.version"), KeptTraces.rules(0))),
            new MockEnvironmentBuilder().setMetricGroup(task).build())) {
      harness.setup(
          SmileCodec.typeOf(VersionedRequest.class).createSerializer(new SerializerConfigImpl()));
      harness.open();
      List<RequestAttribute> values =
          IntStream.range(0, RequestDetails.MAX_ATTRIBUTES)
              .mapToObj(i -> new RequestAttribute("shop", "service.version", "v" + i))
              .toList();
      KeptRequest request = KeptTraces.of(trace(1).root("shop", 0, 100));
      harness.processElement(KeptTraces.with(request, values), 0);
      harness.processElement(KeptTraces.with(request, values.subList(1, values.size())), 0);

      assertThat(metrics.get("versionsCut"))
          .isInstanceOfSatisfying(Counter.class, cut -> assertThat(cut.getCount()).isEqualTo(1));
      assertThat(harness.extractOutputValues()).hasSize(1);
    }
  }
}
