package io.tracemill.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.process.FreePorts;
import io.tracemill.cli.results.CommandLineRun;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class RunCommandIT {
  @TempDir private Path directory;

  @Test
  void aBrokerThatDoesNotAnswerFailsInOneLineThatNamesIt() throws IOException {
    int port = FreePorts.any();

    run("kafka: {bootstrap-servers: \"127.0.0.1:%d\"}".formatted(port))
        .assertFailed(1, "127.0.0.1:" + port, "no broker answered");
  }

  @Test
  void anAddressThatIsNoneIsABadConfiguration() throws IOException {
    run("kafka: {bootstrap-servers: \"nonsense\"}")
        .assertFailed(2, "kafka.bootstrap-servers", "nonsense");
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
      assertThat(run.err()).contains("kafka.topics: otlp_spans does not exist");
    }
  }

  private CommandLineRun run(String yaml, String... more) throws IOException {
    return CommandLineRun.configured(directory, yaml, "run", more);
  }
}
