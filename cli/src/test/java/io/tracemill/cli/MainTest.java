package io.tracemill.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.ConfigFile;
import io.tracemill.pipeline.config.Key;
import io.tracemill.pipeline.config.KeyReference;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class MainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void configPrintsAFileWithEveryDefault(@TempDir Path directory) throws IOException {
    assertThat(run("config")).isZero();
    Path file = Files.writeString(directory.resolve("tracemill.yaml"), out());

    TracemillConfig config = ConfigFile.load(file, Map.of());

    assertThat(Keys.ALL)
        .allSatisfy(key -> assertThat(config.get((Key<?>) key)).isEqualTo(key.defaultValue()))
        .allSatisfy(key -> assertThat(out()).contains("# " + key.explanation()));
  }

  @Test
  void configPrintsTheTableOfTheManual() {
    assertThat(run("config", "--markdown")).isZero();
    assertThat(out()).isEqualTo(KeyReference.markdown());
  }

  @Test
  void topicsPrintsOneCommandForEveryStreamThatIsWritten() {
    assertThat(run("topics", "--partitions", "12")).isZero();

    assertThat(out().lines().filter(line -> !line.startsWith("# ")))
        .hasSize(ResultStream.values().length - 1)
        .allMatch(line -> line.startsWith("kafka-topics.sh --create"))
        .contains(
            "kafka-topics.sh --create --if-not-exists --bootstrap-server localhost:9092"
                + " --topic tracemill.profiles.v1 --partitions 12 --replication-factor 1"
                + " --config cleanup.policy=compact,delete")
        .noneMatch(line -> line.contains("tracemill.traces.v1"));
  }

  @Test
  void tracesHaveATopicWhereTheyAreWritten(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("traces.yaml"), "output: {traces: true}\n");

    assertThat(run("topics", "--config", file.toString())).isZero();

    assertThat(out()).contains("--topic tracemill.traces.v1");
  }

  @Test
  void deadLettersHaveNoTopicWhereTheyAreNotWritten(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(directory.resolve("off.yaml"), "output: {dead-letters: \"off\"}\n");

    assertThat(run("topics", "--config", file.toString())).isZero();

    assertThat(out()).doesNotContain("dead-letters").contains("tracemill.late-spans.v1");
  }

  @Test
  void topicsFollowTheConfiguration(@TempDir Path directory) throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("tracemill.yaml"),
            """
            kafka: {bootstrap-servers: "a:1;reboot"}
            output: {prefix: eu, max-record-bytes: 2MB}
            """);

    assertThat(run("topics", "--config", file.toString())).isZero();

    assertThat(out())
        .contains("--bootstrap-server 'a:1;reboot' --topic eu.dead-letters.v1")
        .contains("--config max.message.bytes=2010000");
  }

  @Test
  void aConfigurationThatCannotBeUsedIsOneLineAndStatus2(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("bad.yaml"), "assembly: {quiet-perod: 5s}\n");

    assertThat(run("topics", "--config", file.toString())).isEqualTo(2);

    assertThat(out()).isEmpty();
    assertThat(err())
        .isEqualTo(
            "tracemill: %s: line 1: assembly.quiet-perod is not a key; did you mean"
                + " assembly.quiet-period?%n",
            file);
  }

  @Test
  void aStackTraceIsThereForWhoAsks() {
    assertThat(run("--stacktrace", "topics", "--config", "missing.yaml")).isEqualTo(2);
    assertThat(err())
        .startsWith("tracemill: missing.yaml: there is no such file")
        .contains("\tat io.tracemill");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "confg",
        "config --colour",
        "topics --partitions 0",
        "topics --partitions many",
        "topics x",
        "watch --stream spans",
        "watch --stream late-spans --endpoint *"
      })
  void wrongUsageSaysWhatIsWrongAndWhereHelpIs(String line) {
    assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);

    assertThat(out()).isEmpty();
    assertThat(err()).startsWith("tracemill: ").contains("Try: tracemill");
  }

  @Test
  void aCommandThatDoesNotExistIsNamedWithTheNearestOne() {
    assertThat(run("anlyze", "spans.jsonl", "--out", "out")).isEqualTo(2);
    assertThat(err())
        .isEqualTo(
            "tracemill: there is no command 'anlyze'; did you mean analyze?%n".formatted()
                + "Try: tracemill --help%n".formatted());
  }

  @Test
  void helpIsACommandToo() {
    assertThat(run("--help")).isZero();
    String help = out();
    out.reset();

    assertThat(run("help")).isZero();
    assertThat(out()).isEqualTo(help).contains("Commands:");
    assertThat(run("help", "compare")).isZero();
    assertThat(out()).contains("Usage: tracemill compare");
  }

  @Test
  void anUnknownOptionBesideAMissingOneIsNamed() {
    assertThat(run("analyze", "spans.jsonl", "--ot", "x")).isEqualTo(2);
    assertThat(err()).startsWith("tracemill: Unknown option: '--ot'");
  }

  @Test
  void aCommandLikeNoOtherIsNamedAlone() {
    assertThat(run("foo")).isEqualTo(2);
    assertThat(err())
        .isEqualTo("tracemill: there is no command 'foo'%nTry: tracemill --help%n".formatted());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--help",
        "config --help",
        "topics --help",
        "check --help",
        "replay --help",
        "keep --help",
        "watch --help"
      })
  void helpSaysWhatHappensAndShowsExamples(String line) {
    assertThat(run(line.split(" "))).isZero();

    assertThat(err()).isEmpty();
    assertThat(out()).contains("Usage: tracemill").contains("  tracemill ").doesNotContain("$$");
    assertThat(out().lines()).allMatch(text -> text.length() <= 100);
  }

  @Test
  void examplesStandInTheHelpAsTheyArePasted() {
    for (CommandLine command : new CommandLine(new TracemillCommand()).getSubcommands().values()) {
      out.reset();
      assertThat(run(command.getCommandName(), "--help")).isZero();
      assertThat(out().lines()).contains(command.getCommandSpec().usageMessage().footer());
    }
  }

  @Test
  void onlyTheHelpOfRunSaysThatItResumes() {
    assertThat(run("config", "--help")).isZero();
    assertThat(out()).contains("130, 143").doesNotContain("goes on", "resumes");
    assertThat(run("run", "--help")).isZero();
    assertThat(out()).contains("resumes");
  }

  @Test
  void theVersionIsPrinted() {
    assertThat(run("--version")).isZero();
    assertThat(out()).startsWith("tracemill ").contains("Java ");
  }

  private int run(String... args) {
    return Main.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
  }

  private String out() {
    return out.toString(UTF_8);
  }

  private String err() {
    return err.toString(UTF_8);
  }
}
