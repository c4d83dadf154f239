package io.tracemill.pipeline.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.client.program.ProgramParametrizationException;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.OperatorIDPair;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TracemillJobTest {
  @ParameterizedTest
  @ValueSource(
      strings = {"", "--config", "tracemill.yaml", "--config a b", "--config a --resume --resume"})
  void argumentsOfNoUseAreRefusedInOneLine(String arguments) {
    assertThatThrownBy(() -> TracemillJob.main(arguments.split(" ")))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessage(
            "tracemill: arguments: '%s', expected --config FILE [--resume]".formatted(arguments))
        .satisfies(failure -> assertThat(failure.getStackTrace()).isEmpty());
  }

  @Test
  void aConfigurationOfNoUseIsRefusedInOneLine(@TempDir Path directory) throws IOException {
    Path config = Files.writeString(directory.resolve("tracemill.yaml"), "kafka: {topic: [a]}");

    assertThatThrownBy(() -> TracemillJob.main(new String[] {"--config", config.toString()}))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessage(
            "tracemill: %s: line 1: kafka.topic is not a key; did you mean kafka.topics?", config);
  }

  @Test
  void resumingNeedsADirectoryOfThisMachine(@TempDir Path directory) throws IOException {
    Path config =
        Files.writeString(
            directory.resolve("tracemill.yaml"), "state: {directory: \"s3://bucket/state\"}");

    assertThatThrownBy(
            () -> TracemillJob.main(new String[] {"--config", config.toString(), "--resume"}))
        .isInstanceOf(ProgramParametrizationException.class)
        .hasMessageStartingWith(
            "tracemill: state.directory: 's3://bucket/state' is not on this machine");
  }

  @Test
  void aJobThatIsSubmittedBringsNoAddressesOfACluster() {
    TracemillConfig config =
        TracemillConfig.defaults().with(Keys.STATE_DIRECTORY, "s3://bucket/state");

    Configuration submitted = FlinkSettings.submitted(config);

    assertThat(submitted.get(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
        .isEqualTo("s3://bucket/state");
    assertThat(submitted.contains(RestOptions.ADDRESS)).isFalse();
    assertThat(submitted.contains(JobManagerOptions.BIND_HOST)).isFalse();
    assertThat(FlinkSettings.continuous(config).get(RestOptions.BIND_ADDRESS))
        .isEqualTo("127.0.0.1");
  }

  @Test
  void whatIsSwitchedOffDoesNotKeepAJobFromResuming() {
    Configuration flink = FlinkSettings.continuous(TracemillConfig.defaults());

    FlinkSettings.resuming(flink, "file:///state/job/chk-1");

    assertThat(flink.toMap())
        .containsEntry("execution.state-recovery.path", "file:///state/job/chk-1")
        .containsEntry("execution.state-recovery.ignore-unclaimed-state", "true");
  }

  private static Map<String, StreamNode> operators(boolean bounded) {
    return graph(bounded, "2").getStreamNodes().stream()
        .collect(Collectors.toMap(StreamNode::getOperatorName, node -> node, (one, other) -> one));
  }

  private static StreamGraph graph(boolean bounded, String parallelism) {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.STORE_PATH, "")
            .with(Keys.ALERTMANAGER_URL, "http://localhost:9093")
            .with(Keys.WEBHOOK_URL, "http://localhost:9094/hook")
            .with(Keys.FLINK, Map.of("parallelism.default", parallelism));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(FlinkSettings.continuous(config));
    TracemillJob.kafkaToKafka(env, config, bounded, false);
    return env.getStreamGraph();
  }

  /** Flink restores an operator only under the same most subtasks. */
  @Test
  void aSavepointFitsAnyOtherParallelism() {
    assertThat(mostSubtasks("1")).hasSizeGreaterThan(20).isEqualTo(mostSubtasks("3"));
  }

  private static Map<OperatorID, Integer> mostSubtasks(String parallelism) {
    Map<OperatorID, Integer> most = new HashMap<>();
    for (JobVertex task : graph(false, parallelism).getJobGraph().getVertices()) {
      for (OperatorIDPair operator : task.getOperatorIDs()) {
        most.put(operator.getGeneratedOperatorID(), task.getMaxParallelism());
      }
    }
    return most;
  }

  @Test
  void onlyAJobWithoutAnEndTellsPeople() {
    assertThat(operators(false)).containsKeys("alertmanager: Writer", "webhook: Writer");
    assertThat(operators(true)).doesNotContainKeys("alertmanager: Writer", "webhook: Writer");
  }

  @Test
  void whatHasToStayInOrderIsNeverSpreadOut() {
    assertThat(operators(false).values())
        .filteredOn(node -> node.getMaxParallelism() == 1)
        .extracting(StreamNode::getOperatorName)
        .contains("judge", "deployments", "alertmanager: Writer", "webhook: Writer")
        .doesNotContain("endpoint", "encode profiles", "encode incidents");
  }
}
