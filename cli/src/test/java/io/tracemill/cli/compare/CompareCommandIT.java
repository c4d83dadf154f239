package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.StreamSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class CompareCommandIT {
  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  private CommandLineRun compare(Payments.Delay delay, String... options) throws IOException {
    return compare(Payments.lines(delay), options);
  }

  private CommandLineRun compareVersions(String lines) throws IOException {
    return compare(lines, "--where", "service.version=v2", "--against", "service.version=v1");
  }

  private CommandLineRun compare(String lines, String... options) throws IOException {
    Path file = directory.resolve("in.jsonl");
    Files.writeString(file, lines);
    List<String> arguments =
        new ArrayList<>(
            List.of("compare", file.toString(), "--out", directory.resolve("out").toString()));
    arguments.addAll(List.of(options));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  private static String minutes(int from, int to) {
    Instant start = Instant.ofEpochMilli(Payments.START_MILLIS);
    return start.plusSeconds(60L * from) + "/" + start.plusSeconds(60L * to);
  }

  private List<JsonNode> written(ResultStream stream) throws IOException {
    List<JsonNode> records = Results.inFile(directory.resolve("out"), stream);
    assertThat(records)
        .allSatisfy(record -> assertThat(StreamSchema.of(stream).violations(record)).isEmpty());
    return records;
  }

  @Test
  void aServiceThatIsSlowerInTheSecondRangeIsTheCulprit() throws IOException {
    CommandLineRun run =
        compare(
            (second, version) -> second < 600 ? 0 : 30,
            "--before",
            minutes(0, 10),
            "--after",
            minutes(11, 21));

    assertThat(run.status()).as(run.err()).isZero();
    List<JsonNode> incidents = written(ResultStream.INCIDENTS);
    assertThat(incidents).as(run.out()).hasSize(1);
    JsonNode culprit = incidents.get(0).path("culprits").get(0);
    assertThat(culprit.path("service").asText()).isEqualTo("payment");
    assertThat(culprit.path("afterNanos").asLong() - culprit.path("beforeNanos").asLong())
        .isBetween(27_000_000L, 33_000_000L);
    assertThat(incidents.get(0).path("sinceMillis").asLong())
        .isEqualTo(Payments.START_MILLIS + 11 * 60_000);
    assertThat(written(ResultStream.MUTATIONS)).isNotEmpty();
    assertThat(written(ResultStream.CHANGES)).hasSize(1);
    assertThat(run.out())
        .contains(incidents.get(0).path("summary").asText())
        .contains("shop GET /buy")
        .contains("payment POST /pay");
  }

  @Test
  void allThatIsFoundIsSaidHoweverFewAlertsTheJobMayKeep() throws IOException {
    Path config = directory.resolve("tracemill.yaml");
    Files.writeString(config, "mutations: {max-alerts: 1}");
    CommandLineRun run =
        compare(
            (second, version) -> second < 600 ? 0 : 30,
            "--before",
            minutes(0, 10),
            "--after",
            minutes(11, 21),
            "--config",
            config.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.MUTATIONS)).as(run.out()).hasSizeGreaterThan(1);
  }

  @Test
  void aVersionThatIsSlowerIsToldFromTheOther() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.lines((second, version) -> version == 2 ? 30 : 0));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).hasSize(1);
    assertThat(run.out()).contains("payment POST /pay").doesNotContain("service.version = v2");
  }

  @Test
  void whatGoesWithAVersionIsNamed() throws IOException {
    Path config = directory.resolve("tracemill.yaml");
    Files.writeString(config, "spans: {attributes: [service.version, k8s.node.name]}");
    CommandLineRun run =
        compare(
            Payments.lines((second, version) -> version == 2 ? 30 : 0),
            "--where",
            "service.version=v2",
            "--against",
            "service.version=v1",
            "--config",
            config.toString());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            " Sets them apart: payment k8s.node.name = node-2 (100 % accurate). ",
            "  sets them apart: payment k8s.node.name = node-2 (100 % accurate)")
        .doesNotContain("service.version = v2");
  }

  @Test
  void aVersionThatAQuarterOfTheSlowerRequestsMetIsNamed() throws IOException {
    CommandLineRun run =
        compare(
            Payments.lines(660, (second, version) -> version == 2 ? 30 : 0),
            "--before",
            minutes(0, 10),
            "--after",
            minutes(11, 21));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("Sets them apart: payment service.version = v2 \\(6\\d %");
  }

  @Test
  void aVersionThatCameWithASlowStretchIsNotBlamedForIt() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.lines(900, (second, version) -> second < 900 ? 0 : 30));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).isEmpty();
    assertThat(run.out())
        .containsPattern(
            "(?m)^At the same time, \\S+Z/\\S+Z; left out are, at other times, 9\\d\\d requests of"
                + " --against and \\d of --where$")
        .containsPattern("No change found in 1 endpoint:");
  }

  @Test
  void aVersionThatCameLateAndIsSlowerIsFound() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.lines(900, (second, version) -> version == 2 ? 30 : 0));

    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).hasSize(1);
    assertThat(run.out()).contains("payment POST /pay").doesNotContain("service.version = v2");
  }

  @Test
  void versionsThatNeverRanAtTheSameTimeAreRefused() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.versions(second -> second < 800 ? 1 : second < 900 ? 0 : 2));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("--against and --where: their requests are not at the same time, but from 2023-")
        .hasLineCount(1);
    assertThat(directory.resolve("out")).isEmptyDirectory();
  }

  @Test
  void aCanaryIsComparedThoughAFullRolloutFollowed() throws IOException {
    CommandLineRun run =
        compareVersions(
            Payments.versions(
                second -> second < 420 ? (second % 60 == 30 ? 2 : 1) : second < 450 ? 0 : 2));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("810 of --where").contains(" 7 requests against 3");
  }

  @Test
  void versionsThatTookTurnsAreRefused() throws IOException {
    CommandLineRun run =
        compareVersions(
            Payments.versions(
                second ->
                    second < 300 || second >= 900 ? 1 : second < 500 || second >= 700 ? 0 : 2));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("none of the endpoints has complete requests of both at the same time")
        .hasLineCount(1);
    assertThat(directory.resolve("out")).isEmptyDirectory();
  }

  @Test
  void ofTracesThatAreMostlyIncompleteNothingIsConcluded() throws IOException {
    String[] spans = Payments.lines((second, version) -> second < 600 ? 0 : 30).split("\n", -1);
    for (int second = 600; second < 60 * Payments.MINUTES; second++) {
      if (second % 10 < 7) {
        int payment = 2 * second + 1;
        spans[payment] =
            spans[payment].replace(
                "\"parentSpanId\":\"0000000000000001\"", "\"parentSpanId\":\"0000000000000009\"");
      }
    }
    CommandLineRun run =
        compare(String.join("\n", spans), "--before", minutes(0, 10), "--after", minutes(11, 20));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).isEmpty();
    assertThat(written(ResultStream.CHANGES)).isEmpty();
    assertThat(run.out())
        .contains("Nothing is concluded of 1 endpoint:")
        .containsPattern(
            "not judged: on one side 30 % of the traces are complete .mutations.min-complete.");
  }

  @Test
  void ofTracesWhoseSpansCameTooLateNothingIsConcluded() throws IOException {
    CommandLineRun run =
        compareLatePayments("--before", minutes(0, 10), "--after", minutes(11, 20));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.LATE_SPANS)).hasSizeGreaterThan(100);
    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).isEmpty();
    assertThat(run.out())
        .contains("Nothing is concluded of 1 endpoint:")
        .containsPattern(
            "not judged: on one side 1\\d % of the spans came too late .mutations.max-late.");
  }

  @Test
  void spansThatCameTooLateOutsideOfBothRangesAreNoReasonForDoubt() throws IOException {
    CommandLineRun run = compareLatePayments("--before", minutes(0, 5), "--after", minutes(5, 10));

    assertThat(written(ResultStream.LATE_SPANS)).hasSizeGreaterThan(100);
    assertThat(run.out()).doesNotContain("not judged");
  }

  /** Of three requests in ten from the eleventh minute on the payment comes after 30 s. */
  private CommandLineRun compareLatePayments(String... ranges) throws IOException {
    String[] spans = Payments.lines((second, version) -> 0).split("\n", -1);
    List<String> arrived = new ArrayList<>();
    for (int second = 0; second < 60 * Payments.MINUTES; second++) {
      arrived.add(spans[2 * second]);
      if (!isLate(second)) {
        arrived.add(spans[2 * second + 1]);
      }
      if (isLate(second - 30)) {
        arrived.add(spans[2 * (second - 30) + 1]);
      }
    }
    return compare(String.join("\n", arrived), ranges);
  }

  private static boolean isLate(int second) {
    return second >= 600 && second % 10 < 3;
  }

  @Test
  void whatDidNotChangeIsSaidToo() throws IOException {
    CommandLineRun run =
        compare((second, version) -> 0, "--before", minutes(0, 10), "--after", minutes(10, 20));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).isEmpty();
    assertThat(run.out())
        .contains("No change found in 1 endpoint:")
        .containsPattern(
            "(?m)^  shop GET /buy\\R    mean \\d+ ms -> \\d+ ms \\([+-]\\S+ ms\\), p95 \\d+ ms -> \\d+ ms,"
                + " 600 requests against 589, \\d+ tests$")
        .containsPattern(
            "None of \\d+ tests passed: of changes large enough to matter \\(mutations.min-effect\\)"
                + " the smallest q is 1\\.000, and what passes has 0\\.010 or less");
  }

  @Test
  void ofARiseInTooFewRequestsTheAccountIsShownThoughNothingIsConcluded() throws IOException {
    Instant after = Instant.ofEpochMilli(Payments.START_MILLIS).plusSeconds(660);
    CommandLineRun run =
        compare(
            (second, version) -> second < 620 ? 0 : 300,
            "--before",
            minutes(0, 10),
            "--after",
            after + "/" + after.plusSeconds(4));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(written(ResultStream.INCIDENTS)).as(run.out()).isEmpty();
    assertThat(run.out())
        .contains("Nothing is concluded of 1 endpoint:")
        .doesNotContain("No test passes", "No change found")
        .containsPattern("p95 \\d+ ms -> \\d+ ms, 4 requests against 589, too few to judge")
        .containsPattern("\\+298 ms  100 %  payment POST /pay, ")
        .containsPattern("(?s)largest terms:.* category [0-9a-f]{8} in .*payment POST /pay");
  }

  @Test
  void wherePatternsMatchNoEndpointThoseThatThereAreAreNamed() throws IOException {
    CommandLineRun run =
        compare(
            (second, version) -> 0,
            "--before",
            minutes(0, 10),
            "--after",
            minutes(11, 20),
            "--endpoint",
            "shop GET /by*");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .endsWith(
            ": no complete request of endpoints like 'shop GET /by*'; there are some of shop GET /buy%n"
                .formatted())
        .hasLineCount(1);
  }

  @Test
  void aValueThatNoRequestHasIsNoMatterOfTimes() throws IOException {
    CommandLineRun run =
        compare(
            (second, version) -> 0,
            "--where",
            "service.version=v7",
            "--against",
            "service.version=v1");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .endsWith(
            "--where service.version=v7: no complete request has a span with this value%n"
                .formatted())
        .hasLineCount(1);
  }

  @Test
  void aRangeWithoutRequestsIsRefusedWithWhatTheFilesHave() throws IOException {
    CommandLineRun run =
        compare((second, version) -> 0, "--before", minutes(0, 10), "--after", minutes(30, 40));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("--after " + minutes(30, 40) + ": no complete request; the files have spans from")
        .hasLineCount(1);
    assertThat(directory.resolve("out")).isEmptyDirectory();
  }
}
