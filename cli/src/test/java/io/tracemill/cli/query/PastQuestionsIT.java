package io.tracemill.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.compare.Payments;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An index that {@code analyze} wrote: payments are 30 ms slower from the eleventh minute on. */
@Timeout(300)
final class PastQuestionsIT {
  /** The first whole ten minutes of the data. */
  private static final Instant START =
      Instant.ofEpochMilli((Payments.START_MILLIS / 60_000 + 1) * 60_000);

  private static final int SLOW_SECOND = 40 + 600;

  @TempDir private static Path directory;

  private static Path input;

  @BeforeAll
  static void analyze() throws IOException {
    input = directory.resolve("in.jsonl");
    Files.writeString(input, Payments.lines((second, version) -> second < SLOW_SECOND ? 0 : 30));
    CommandLineRun run =
        CommandLineRun.of(
            "analyze",
            input.toString(),
            "--out",
            directory.resolve("out").toString(),
            "--store",
            directory.resolve("index").toString());
    assertThat(run.status()).as(run.err()).isZero();
  }

  private static String minute(int minute) {
    return START.plusSeconds(60L * minute).toString();
  }

  private static String minutes(int from, int to) {
    return minute(from) + "/" + minute(to);
  }

  private static CommandLineRun query(String question, String... arguments) {
    return run(List.of("query", question, "--store", store()), arguments);
  }

  private static String store() {
    return directory.resolve("index").toString();
  }

  private static CommandLineRun run(List<String> command, String... arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(Arrays.asList(arguments));
    CommandLineRun run = CommandLineRun.of(all.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  @Test
  void theProfileOfAPastWindowIsTheRecordThatTheJobWrote() throws IOException {
    List<JsonNode> records = Results.inFile(directory.resolve("out"), ResultStream.PROFILES);
    assertThat(records).hasSizeGreaterThan(10);
    int compared = 0;
    for (JsonNode record : records) {
      JsonNode window = record.has("window") ? record.path("window") : record;
      long start = window.path("startMillis").asLong();
      long end = window.path("endMillis").asLong();
      if (compared < 3 && record.path("traceCount").asLong() > 100) {
        CommandLineRun run =
            query(
                "profile",
                "shop GET /buy",
                "--from",
                Instant.ofEpochMilli(start).toString(),
                "--to",
                Instant.ofEpochMilli(end).toString(),
                "--json");
        // Which requests were new at the time matters only then.
        ObjectNode expected = record.deepCopy();
        expected.remove("newest");
        assertThat(new ObjectMapper().readTree(run.out())).isEqualTo(expected);
        compared++;
      }
    }
    assertThat(compared).isEqualTo(3);
  }

  @Test
  void aProfileIsShownAsATreeOfCallPaths() {
    assertThat(query("profile", "shop *").out())
        .contains("endpoint shop GET /buy, requests ", "payment POST /pay");
    assertThat(query("profile", "shop *", "--csv").out())
        .startsWith("parent,service,operation,traces,inclusiveNanos,exclusiveNanos,")
        .contains("\n-1,shop,GET /buy,");
    assertThat(query("classes", "--endpoint", "shop *", "--class", "P50-90").out())
        .contains("class P50-90, requests ", "payment POST /pay");
  }

  @Test
  void latencyClassesAreExportedAsFlameGraphs() {
    Path out = directory.resolve("graphs");

    query("classes", "--endpoint", "shop *", "--export", "folded,pprof", "--out", out.toString());

    assertThat(out.resolve("exports/index.json")).content().contains("folded", "pprof", "P95-99");
  }

  @Test
  void questionsAboutFilesAreThoseAboutTheirStore() {
    for (List<String> question :
        List.of(
            List.of("what-if", "payment:-10%", "--json"),
            List.of("groups", "--csv"),
            List.of("traces", "--limit", "3", "--csv"))) {
      String[] arguments = question.toArray(String[]::new);

      assertThat(run(List.of("query", input.toString()), arguments).out())
          .isEqualTo(run(List.of("query"), concat(arguments, "--store", store())).out());
    }
  }

  private static String[] concat(String[] first, String... more) {
    return Stream.concat(Stream.of(first), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void theChangeOfTwoPastRangesIsThatOfTheFiles() throws IOException {
    String[] ranges = {"--before", minutes(0, 10), "--after", minutes(11, 20), "--json"};
    JsonNode past =
        new ObjectMapper().readTree(run(List.of("compare", "--store", store()), ranges).out());
    JsonNode files =
        new ObjectMapper().readTree(run(List.of("compare", input.toString()), ranges).out());

    assertThat(past.path("verdict").asText()).isEqualTo("changed");
    assertThat(past.path("before")).isEqualTo(files.path("before"));
    assertThat(past.path("after")).isEqualTo(files.path("after"));
    assertThat(past.path("endpoints")).isEqualTo(files.path("endpoints"));
    assertThat(past.path("changes")).isEqualTo(files.path("changes"));
    assertThat(past.path("incidents").get(0).path("culprits").get(0).path("service").asText())
        .isEqualTo("payment");
  }

  @Test
  void twoVersionsInAStoreAreComparedAsThoseOfTheFiles() throws IOException {
    String[] versions = {
      "--where",
      "service.version=v2",
      "--against",
      "service.version=v1",
      "--from",
      minute(1),
      "--to",
      minute(9),
      "--json"
    };
    JsonNode past =
        new ObjectMapper().readTree(run(List.of("compare", "--store", store()), versions).out());
    JsonNode files =
        new ObjectMapper().readTree(run(List.of("compare", input.toString()), versions).out());

    assertThat(past).isEqualTo(files);
    assertThat(past.path("verdict").asText()).isEqualTo("unchanged");
    assertThat(past.path("before").path("startMillis").asLong())
        .isEqualTo(Instant.parse(minute(1)).toEpochMilli());
    assertThat(past.path("after").path("requests").asLong()).isGreaterThan(100);
  }

  @Test
  void aChangeAroundAMomentNamesItsRanges() {
    CommandLineRun run =
        run(List.of("compare", "--store", store()), "--at", minute(10), "--endpoint", "shop*");

    assertThat(run.out())
        .startsWith("payment POST /pay is slow: +")
        .contains("Compared: ", "/" + minute(10) + ", in panes of 30 s.");
  }

  @Test
  void theNodeThatBecameSlowHasTheSmallestP() throws IOException {
    String[] ranges = {"--before", minutes(0, 10), "--after", minutes(11, 20)};
    JsonNode overall =
        new ObjectMapper()
            .readTree(query("compare", concat(ranges, "--json")).out())
            .path("comparison")
            .path("endpoints")
            .get(0);
    String category = overall.path("categories").get(0).path("category").asText().substring(0, 10);
    String[] ofCategory = concat(ranges, "--category", category);
    JsonNode nodes =
        new ObjectMapper()
            .readTree(query("compare", concat(ofCategory, "--json")).out())
            .path("comparison")
            .path("nodes");

    assertThat(nodes.get(0).path("pValue").asDouble()).isGreaterThan(0.001);
    assertThat(nodes.get(1).path("service").asText()).isEqualTo("payment");
    assertThat(nodes.get(1).path("pValue").asDouble()).isLessThan(1e-6);
    assertThat(query("compare", ofCategory).out().lines())
        .noneMatch(line -> line.endsWith("!"))
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void versionsOfTheSameTimeAreCompared() {
    CommandLineRun run =
        query("compare", "--against", "service.version=v1", "--where", "service.version=v2");

    assertThat(run.out())
        .startsWith("before service.version=v1, after service.version=v2")
        .contains("shop GET /buy");
  }

  @Test
  void anIndexComparedWithItselfShowsNothing() {
    CommandLineRun run = query("compare", "--other", store(), "--csv");

    assertThat(run.out()).contains("shop,GET /buy,").containsPattern(",0,1,,,\n");
  }

  @Test
  void aPairOfSetsIsNeeded() {
    CommandLineRun run = CommandLineRun.of("query", "compare", "--store", store());

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .contains("give --before and --after, or --at, or --against and --where, or --other");
  }
}
