package io.tracemill.cli.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.OneSpan;
import io.tracemill.connectors.files.FileUnit;
import io.tracemill.connectors.files.FileUnits;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code replay} does without a broker. */
final class ReplayCommandTest {
  private static final long T0_MILLIS = 1_700_000_000_000L;

  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init")
  private Path file;

  @BeforeEach
  void writeAFile() throws Exception {
    file = Files.writeString(directory.resolve("in.jsonl"), line(1, 0) + line(2, 10) + line(3, 60));
  }

  private static String line(int id, long seconds) {
    return OneSpan.line(id, T0_MILLIS + 1000 * seconds, "a");
  }

  @ParameterizedTest
  @ValueSource(strings = {"otlp_proto", "otlp_json"})
  void aFileBecomesOtlpWithTheSameTimes(String encoding) throws Exception {
    Path to = directory.resolve("out.gz");

    CommandLineRun run = replay("--to", to.toString(), "--encoding", encoding).succeeds();
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .contains("3 units as 3 records of " + encoding + " to " + to)
        .contains("3 spans of 3 traces, 2023-11-14T22:13:20Z to 2023-11-14T22:14:20Z");
    assertThat(eventTimes(to)).isEqualTo(eventTimes(file));
  }

  @Test
  void shiftedToNowTheFileKeepsItsDistances() throws Exception {
    Path to = directory.resolve("out");
    long before = Instant.now().toEpochMilli();

    replay("--to", to.toString(), "--now").succeeds();
    List<Long> times = eventTimes(to);
    long last = times.get(2);
    assertThat(last).isBetween(before, Instant.now().toEpochMilli());
    assertThat(times).containsExactly(last - 60_000, last - 50_000, last);
  }

  @Test
  void shiftedToNowAtAPaceTheLastRecordIsDueAtItsTime() throws Exception {
    Path to = directory.resolve("out");
    long before = Instant.now().toEpochMilli();

    replay("--to", to.toString(), "--now", "--speed", "1000x").succeeds();
    assertThat(eventTimes(to).get(2)).isBetween(before + 60, Instant.now().toEpochMilli());
  }

  @Test
  void aUnitThatCannotBeReadIsCountedAndFailsTheReplayOfTheOthersAtItsEnd() throws Exception {
    Files.writeString(file, line(1, 0) + "{\"resourceSpans\": 17}\nnonsense\n" + line(2, 1));
    Path to = directory.resolve("out");

    CommandLineRun run = replay("--to", to.toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err())
        .contains("2 units as 2 records of otlp_proto")
        .contains("tracemill: 2 of 4 units could not be read and were left out; the first: an");
    assertThat(eventTimes(to)).hasSize(2);
  }

  @Test
  void aFileThatBreaksOffIsReplayedUpToThereAndSaysHowFar() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= 5000; i++) {
      lines.append(line(i, i));
    }
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(lines.toString().getBytes(UTF_8));
    }
    file = directory.resolve("cut.jsonl.gz");
    Files.write(file, Arrays.copyOf(zipped.toByteArray(), zipped.size() / 2));
    Path to = directory.resolve("out");

    CommandLineRun run = replay("--to", to.toString());

    assertThat(run.status()).isEqualTo(1);
    int written = eventTimes(to).size();
    assertThat(written).isBetween(1000, 4000);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("cut.jsonl.gz: ")
        .contains(
            "; before that, replay wrote %,d units as %,d records of otlp_proto to %s"
                .formatted(written, written, to));
  }

  @Test
  void spansThatTheJobRejectsAreCounted() throws Exception {
    Files.writeString(file, line(0, 0) + line(2, 1));
    Path to = directory.resolve("out");

    CommandLineRun run = replay("--to", to.toString(), "--encoding", "otlp_json").succeeds();
    assertThat(run.err()).contains("spans without valid ids or times: 1;");
    assertThat(eventTimes(to)).hasSize(2);
  }

  @Test
  void namesOfEncodingsAndFormatsAreListedAsTheyAreTyped() {
    assertThat(CommandLineRun.of("replay", "--help").out())
        .contains("otlp_proto, otlp_json (default")
        .contains("otlp_jsonl, otlp_json")
        .doesNotContain("OTLP_");
    assertThat(replay("--topic", "t", "--encoding", "jaeger_json").err())
        .contains("otlp_proto, otlp_json");
  }

  @Test
  void theFileThatIsReadIsNotOverwritten() throws Exception {
    CommandLineRun run = replay("--to", directory.resolve("./in.jsonl").toString());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("in.jsonl", "is also an input file");
    assertThat(eventTimes(file)).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--to out --topic t",
        "--to out --bootstrap-servers b:1",
        "--topic t --partitions 0",
        "--topic t --speed fast",
        "--topic t --encoding xml",
        "--to missing/out",
        "--to out --format xml"
      })
  void wrongUsageIsRefusedBeforeAnythingIsDone(String options) {
    CommandLineRun run = replay(options.isEmpty() ? new String[0] : options.split(" "));

    assertThat(run.status()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).startsWith("tracemill: ");
  }

  @Test
  void aFileThatIsNotThereIsToldOf() {
    CommandLineRun run = CommandLineRun.of("replay", "none.jsonl", "--to", "out");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines()).singleElement().asString().contains("none.jsonl");
  }

  private CommandLineRun replay(String... options) {
    List<String> arguments = new ArrayList<>(List.of("replay", file.toString()));
    arguments.addAll(List.of(options));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  private static List<Long> eventTimes(Path file) throws Exception {
    List<Long> times = new ArrayList<>();
    try (FileUnits units = FileUnits.open(file, Optional.empty(), Duration.ofHours(1))) {
      for (Optional<FileUnit> unit = units.next(); unit.isPresent(); unit = units.next()) {
        times.add(unit.orElseThrow().eventTimeMillis());
      }
    }
    return times;
  }
}
