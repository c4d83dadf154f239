package io.tracemill.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.StreamSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class CompareCommandIT {
  @TempDir private Path directory;

  private CommandLineRun compare(String lines, String... options) throws IOException {
    Path file = directory.resolve("in.jsonl");
    Files.writeString(file, lines);
    List<String> arguments = new ArrayList<>(List.of("compare", file.toString()));
    arguments.addAll(List.of(options));
    return CommandLineRun.of(arguments.toArray(String[]::new));
  }

  private CommandLineRun compareVersions(String lines) throws IOException {
    return compare(lines, "--where", "service.version=v2", "--against", "service.version=v1");
  }

  private static String minute(int minute) {
    return Instant.ofEpochMilli(Payments.START_MILLIS).plusSeconds(60L * minute).toString();
  }

  private static String minutes(int from, int to) {
    return minute(from) + "/" + minute(to);
  }

  private static String slowFrom(int second) {
    return Payments.lines((at, version) -> at < second ? 0 : 30);
  }

  private static long millis(String instant) {
    return Instant.parse(instant).toEpochMilli();
  }

  private static void assertDated(JsonNode record, String range, String field) {
    JsonNode period = record.path(field);
    assertThat(
            Instant.ofEpochMilli(period.path("startMillis").asLong())
                + "/"
                + Instant.ofEpochMilli(period.path("endMillis").asLong()))
        .isEqualTo(range);
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
            slowFrom(600),
            "--before",
            minutes(0, 10),
            "--after",
            minutes(11, 21),
            "--out",
            directory.resolve("out").toString());

    assertThat(run.status()).as(run.err()).isZero();
    List<JsonNode> incidents = written(ResultStream.INCIDENTS);
    assertThat(incidents).as(run.out()).hasSize(1);
    JsonNode culprit = incidents.get(0).path("culprits").get(0);
    assertThat(culprit.path("service").asText()).isEqualTo("payment");
    assertThat(culprit.path("afterNanos").asLong() - culprit.path("beforeNanos").asLong())
        .isBetween(25_000_000L, 35_000_000L);
    assertThat(written(ResultStream.MUTATIONS))
        .isNotEmpty()
        .allSatisfy(mutation -> assertDated(mutation, minutes(0, 10), "baseline"))
        .allSatisfy(mutation -> assertDated(mutation, minutes(11, 21), "window"));
    assertThat(written(ResultStream.CHANGES)).hasSize(1);
    assertDated(incidents.get(0), minutes(11, 21), "window");
    assertThat(incidents.get(0).path("sinceMillis").asLong()).isEqualTo(millis(minute(11)));
    assertThat(incidents.get(0).path("firedMillis").asLong()).isEqualTo(millis(minute(21)));
    assertThat(run.out().lines().findFirst())
        .contains(incidents.get(0).path("summary").asText())
        .get(STRING)
        .matches(
            "payment POST /pay is slow: \\+[23]\\d(\\.\\d+)? ms a call\\. GET /buy mean .*, p95 .*"
                + " requests\\)\\. Chance: less than 1 in [0-9,]+\\.");
    assertThat(run.out())
        .containsPattern(
            "\nCategory [0-9a-f]{8}: 100 % -> 100 % of the requests, mean 1\\d\\d -> 1\\d\\d ms"
                + " \\(p < 10\\^-\\d\\d+\\): payment POST /pay \\+[23]\\d(\\.\\d+)? ms \\(p < 10\\^-");
    assertThat(run.out().lines().count()).isLessThanOrEqualTo(11);
  }

  @Test
  void aFileThatBeginsWithItsNewestSpansGivesTheSameVerdict() throws IOException {
    List<String> lines = new ArrayList<>(slowFrom(600).lines().toList());
    String[] ranges = {"--before", minutes(0, 10), "--after", minutes(11, 21), "--json"};
    CommandLineRun oldestFirst = compare(String.join("\n", lines), ranges);
    Collections.reverse(lines);
    CommandLineRun newestFirst = compare(String.join("\n", lines), ranges);

    assertThat(oldestFirst.out()).contains("is slow");
    assertThat(newestFirst.out()).isEqualTo(oldestFirst.out());
  }

  @Test
  void treesOfTheCohortsAreAlignedByCallPath() throws IOException {
    Path out = directory.resolve("out");
    String[] ranges = {"--before", minutes(0, 10), "--after", minutes(11, 21)};

    CommandLineRun json = compare(slowFrom(600), concat(ranges, "--json"));
    CommandLineRun text =
        compare(
            slowFrom(600),
            concat(ranges, "--verbose", "--out", out.toString(), "--export", "folded"));

    assertThat(json.status()).as(json.err()).isZero();
    assertThat(text.status()).as(text.err()).isZero();
    JsonNode endpoint = new ObjectMapper().readTree(json.out()).path("endpoints").get(0);
    JsonNode root = endpoint.path("tree").get(0);
    assertThat(root.path("parent").asInt()).isEqualTo(-1);
    assertThat(root.path("inclusive").path("deltaNanos").asLong())
        .isBetween(25_000_000L, 35_000_000L);
    assertThat(root.path("inclusive").path("deltaPercent").asDouble()).isPositive();
    List<JsonNode> slower = new ArrayList<>();
    for (JsonNode node : endpoint.path("tree")) {
      if (node.path("exclusive").path("deltaNanos").asLong() > 25_000_000) {
        slower.add(node);
      }
    }
    assertThat(slower).hasSize(1);
    assertThat(slower.get(0).path("service").asText()).isEqualTo("payment");
    assertThat(endpoint.path("steps"))
        .singleElement()
        .satisfies(
            step -> {
              assertThat(step.path("path").get(1).path("service").asText()).isEqualTo("payment");
              assertThat(step.path("deltaNanos").asLong()).isBetween(25_000_000L, 35_000_000L);
              assertThat(step.path("pValue").asDouble()).isLessThan(1e-6);
            });
    assertThat(text.out())
        .contains(
            "call paths by own time a request:",
            "Changed steps, own time a request: payment POST /pay +");
    JsonNode index = new ObjectMapper().readTree(out.resolve("exports/index.json").toFile());
    assertThat(index.findValuesAsText("class")).containsOnly("after vs before");
    assertThat(index.findValuesAsText("format")).containsOnly("folded");
  }

  private static String[] concat(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void atAMomentTheRangesAreChosenAndSaid() throws IOException {
    CommandLineRun run = compare(slowFrom(600), "--at", minute(10));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("payment POST /pay is slow: +")
        .contains(
            "Compared: "
                + Instant.ofEpochMilli(Payments.START_MILLIS).plusSeconds(610)
                + "/"
                + Instant.ofEpochMilli(Payments.START_MILLIS).plusSeconds(1210)
                + " with ")
        .contains("/" + minute(10) + ", in panes of 10 s.");
  }

  @Test
  void jsonIsOneDocumentWithTheRecordsOfTheStreams() throws IOException {
    CommandLineRun run = compare(slowFrom(600), "--at", "11m ago", "--json");

    assertThat(run.status()).as(run.err()).isZero();
    JsonNode document = new ObjectMapper().readTree(run.out());
    assertThat(document.path("verdict").asText()).isEqualTo("changed");
    assertThat(document.path("incidents").get(0).path("summary"))
        .isEqualTo(document.path("summary"));
    assertThat(document.path("mutations")).isNotEmpty();
    assertThat(document.path("changes")).hasSize(1);
    assertThat(document.path("endpoints").get(0).path("endpoint").path("service").asText())
        .isEqualTo("shop");
  }

  @Test
  void verboseShowsTheAccountOfEachEndpoint() throws IOException {
    CommandLineRun run = compare(slowFrom(600), "--at", minute(10), "--verbose");

    assertThat(run.out()).contains("  account of +", "in shop GET /buy > payment POST /pay");
  }

  @Test
  void aVersionThatIsSlowerIsToldFromTheOther() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.lines((second, version) -> version == 2 ? 30 : 0));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("payment POST /pay is slow: +")
        .doesNotContain(" since ", "The slow requests: payment v2");
  }

  @Test
  void aMinuteOfTwoVersionsIsEnoughBecauseBothSawIt() throws IOException {
    String minute =
        Payments.lines((second, version) -> version == 2 ? 30 : 0)
            .lines()
            .limit(2 * 60)
            .collect(Collectors.joining("\n"));

    CommandLineRun run = compareVersions(minute);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("payment POST /pay is slow: +");
  }

  @Test
  void aVersionThatCameLateAndIsSlowerIsComparedWithTheOtherAtTheSameTime() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.lines(900, (second, version) -> version == 2 ? 30 : 0));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("payment POST /pay is slow: +");
  }

  @Test
  void aVersionThatCameWithASlowTimeIsNotBlamedForIt() throws IOException {
    CommandLineRun run = compareVersions(Payments.lines(900, (at, version) -> at < 900 ? 0 : 30));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("No sure change: ");
  }

  @Test
  void versionsThatNeverRanAtTheSameTimeAreRefused() throws IOException {
    CommandLineRun run =
        compareVersions(Payments.versions(second -> second < 800 ? 1 : second < 900 ? 0 : 2));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("--where and --against: their requests are from different times")
        .hasLineCount(1);
  }

  @Test
  void theAttributesOfTheOptionsNeedNoConfiguration() throws IOException {
    CommandLineRun run =
        compare(
            Payments.lines((second, version) -> version == 2 ? 30 : 0),
            "--where",
            "payment.k8s.node.name=node-2",
            "--against",
            "payment.k8s.node.name=node-1");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("payment POST /pay is slow: +");
  }

  @Test
  void withoutAChangeTheVerdictSaysHowMuchWasCompared() throws IOException {
    CommandLineRun run = compare(slowFrom(9999), "--at", minute(10));

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .containsPattern("^No sure change: \\d+ requests of 1 endpoint compared with \\d+\\. ");
  }

  @Test
  void ofTooFewRequestsNothingIsConcluded() throws IOException {
    String end = Instant.ofEpochMilli(Payments.START_MILLIS).plusSeconds(664).toString();
    CommandLineRun run =
        compare(slowFrom(620), "--before", minutes(0, 10), "--after", minute(11) + "/" + end);

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out())
        .startsWith("Too few requests to say: ")
        .contains("4 against ", "Not compared: 1 endpoint (too few requests).");
  }

  @Test
  void ofTracesThatAreMostlyIncompleteNothingIsConcluded() throws IOException {
    String[] spans = slowFrom(600).split("\n", -1);
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
    assertThat(run.out())
        .contains("Not compared: 1 endpoint (only 30 % of the traces are complete).");
  }

  @Test
  void aRangeWithoutRequestsIsRefusedWithWhatTheFilesHave() throws IOException {
    CommandLineRun run =
        compare(slowFrom(600), "--before", minutes(0, 10), "--after", minutes(30, 40));

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("no complete request is in " + minutes(30, 40) + "; the files have spans from")
        .hasLineCount(1);
  }
}
