package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class RunCommandIT {
  @TempDir private Path directory;

  @Test
  void aBrokerThatDoesNotAnswerFailsInOneLineThatNamesIt() throws IOException {
    int port = FreePorts.any();

    CommandLineRun run = run("kafka: {bootstrap-servers: \"127.0.0.1:%d\"}".formatted(port));

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("127.0.0.1:" + port, "no broker answered");
  }

  @Test
  void anAddressThatIsNoneIsABadConfiguration() throws IOException {
    CommandLineRun run = run("kafka: {bootstrap-servers: \"nonsense\"}");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(1);
    assertThat(run.err()).contains("kafka.bootstrap-servers", "nonsense");
  }

  @Test
  void missingOutputTopicsAreNamedTogetherWithTheMend() throws IOException {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      CommandLineRun run =
          run("kafka: {bootstrap-servers: \"%s\"}".formatted(broker.bootstrapServers()));

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains("tracemill.profiles.v1", "--create-topics");
    }
  }

  @Test
  void whatIsThereOfATopicThatIsNotThereCannotBeRead() throws IOException {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      CommandLineRun run =
          run(
              "kafka: {bootstrap-servers: \"%s\"}".formatted(broker.bootstrapServers()),
              "--create-topics",
              "--until-now");

      assertThat(run.status()).isEqualTo(1);
      assertThat(run.err()).contains("kafka.topics: otlp_spans is not there");
    }
  }

  private CommandLineRun run(String yaml, String... more) throws IOException {
    Path config = Files.writeString(directory.resolve("run.yaml"), yaml);
    List<String> arguments = new ArrayList<>(List.of("run", "--config", config.toString()));
    arguments.addAll(List.of(more));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }
}
