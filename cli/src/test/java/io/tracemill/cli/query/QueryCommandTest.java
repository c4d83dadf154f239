package io.tracemill.cli.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.cli.Main;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QueryCommandTest {
  private static final MadeUpCategory PAYS =
      MadeUpTraffic.category(
          Frame.of("shop", "POST /checkout"),
          1,
          MadeUpTraffic.node(0, "shop", "POST /checkout"),
          MadeUpTraffic.node(1, "pay", "charge, \"fast\""));
  private static final MadeUpCategory FREE =
      MadeUpTraffic.category(
          Frame.of("shop", "POST /checkout"), 2, MadeUpTraffic.node(0, "shop", "POST /checkout"));

  @TempDir private static Path directory;

  private static List<KeptRequest> requests = List.of();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void write() {
    requests = MadeUpTraffic.random(List.of(PAYS, FREE), 300, 2, true, new Random(4));
    TestStore.write(directory, TestStore.LINE, requests);
  }

  private int run(String... words) {
    return ask(directory, words);
  }

  private int ask(Path index, String... words) {
    List<String> line = new ArrayList<>(List.of("query"));
    line.addAll(List.of(words));
    line.addAll(List.of("--store", index.toString()));
    out.reset();
    err.reset();
    return Main.run(
        line.toArray(String[]::new),
        new PrintStream(out, true, UTF_8),
        new PrintStream(err, true, UTF_8));
  }

  private String out() {
    return out.toString(UTF_8);
  }

  @Test
  void aQuestionWithoutTheWordThatItNeedsNamesTheWord() {
    for (String question : List.of("overview", "shares", "category", "diff", "trace", "sql")) {
      assertThat(run(question)).as(question).isEqualTo(2);
      assertThat(err.toString(UTF_8)).containsPattern("^tracemill: .*require[ds] ");
    }
  }

  @Test
  void everyQuestionHasAnAnswerInEachForm() throws IOException {
    String pays = PAYS.category().hex();
    String trace = requests.get(0).traceId().hex();
    for (List<String> question :
        List.of(
            List.of("overview", "shop*"),
            List.of("shares", "shop POST /checkout", "--bucket", "30m"),
            List.of("category", pays),
            List.of("histogram", "--endpoint", "shop*", "--bins", "5", "--linear"),
            List.of("tendency", "--category", pays, "--node", "1"),
            List.of("diff", FREE.category().hex(), pays),
            List.of("traces", "--min-duration", "1ms", "--slowest", "--limit", "3"),
            List.of("trace", trace),
            List.of("distributions", "--status", "ok"),
            List.of("heatmap", "--endpoint", "shop*"),
            List.of("classes", "--where", "version=v1"),
            List.of("classes", "--class", "P50-90"),
            List.of("top-down", "pay charge, \"fast\""),
            List.of("what-if", "pay:-10%", "pay charge, \"fast\":+5ms"),
            List.of("what-if", "--max-duration", "10m"),
            List.of("groups", "--limit", "3"),
            List.of("clocks"),
            List.of("doctor"),
            List.of("errors"),
            List.of("sql", "SELECT service, count(*) AS n FROM requests GROUP BY service"))) {
      String[] words = question.toArray(String[]::new);
      assertThat(run(words)).as("%s: %s", question, err.toString(UTF_8)).isZero();
      assertThat(out()).isNotBlank();
      assertThat(run(with(words, "--json"))).isZero();
      assertThat(new ObjectMapper().readTree(out()).isObject()).isTrue();
      assertThat(run(with(words, "--csv"))).isZero();
      assertThat(out().lines().findFirst().orElseThrow()).matches("[\\w.]*(,[\\w.]+)*");
      assertThat(err.toString(UTF_8)).isEmpty();
    }
    assertThat(run("category", pays, "--csv")).isZero();
    assertThat(out()).contains("\"charge, \"\"fast\"\"\"");
  }

  private static String[] with(String[] words, String option) {
    return Stream.concat(Stream.of(words), Stream.of(option)).toArray(String[]::new);
  }

  @Test
  void overviewHasTheDocumentedFields() throws IOException {
    assertThat(run("overview", "shop*", "--json")).isZero();
    JsonNode document = new ObjectMapper().readTree(out());
    assertThat(document.path("endpoint").path("operation").asText()).isEqualTo("POST /checkout");
    assertThat(document.path("requests").isIntegralNumber()).isTrue();
    assertThat(document.path("categories")).hasSize(2);
    assertThat(document.path("categories").get(0).fieldNames())
        .toIterable()
        .contains(
            "category",
            "requests",
            "share",
            "meanNanos",
            "p50Nanos",
            "p99Nanos",
            "cv",
            "anomalous",
            "meanErrorNanos",
            "rows");
  }

  @Test
  void failuresAreOneLine() {
    for (List<String> question :
        List.of(
            List.of("overview", "nothing"),
            List.of("category", "zz"),
            List.of("overview", "shop*", "--line", "line-x"),
            List.of("overview", "shop*", "--json", "--csv"),
            List.of("traces", "--node", "1"),
            List.of("sql", "DROP TABLE requests"),
            List.of("what-if", "pay:5"),
            List.of("distributions", "--min-duration", "9s", "--max-duration", "5s"),
            List.of("distributions", "--endpoint", "shop*", "--where", "a=none"))) {
      assertThat(run(question.toArray(String[]::new))).as("%s", question).isNotZero();
      assertThat(err.toString(UTF_8).lines()).as("%s", question).hasSize(1);
    }
  }

  @Test
  void anEndpointChoosesAmongCategoriesWithTheSameCalls(@TempDir Path other) {
    MadeUpCategory same =
        new MadeUpCategory(Frame.of("kiosk", "POST /checkout"), PAYS.category(), PAYS.form());
    TestStore.write(
        other,
        TestStore.LINE,
        MadeUpTraffic.random(List.of(PAYS, same, FREE), 300, 2, true, new Random(5)));
    String pays = PAYS.category().hex();
    String index = other.toString();
    for (List<String> question :
        List.of(
            List.of("diff", pays, pays, "--store", index),
            List.of("compare", "--store", index, "--other", index, "--category", pays))) {
      String[] words = Stream.concat(Stream.of("query"), question.stream()).toArray(String[]::new);
      PrintStream ignored = new PrintStream(err, true, UTF_8);
      assertThat(Main.run(words, ignored, ignored)).as("%s", question).isNotZero();
      assertThat(err.toString(UTF_8)).contains("or the endpoint");
      err.reset();
      String[] narrowed =
          Stream.concat(Stream.of(words), Stream.of("--endpoint", "kiosk*")).toArray(String[]::new);
      assertThat(Main.run(narrowed, new PrintStream(out, true, UTF_8), ignored))
          .as("%s: %s", question, err.toString(UTF_8))
          .isZero();
      assertThat(out()).contains("kiosk");
      out.reset();
    }
  }

  @Test
  void anotherRangeAvoidsLinesThatOverlap(@TempDir Path other) {
    TestStore.write(other, TestStore.LINE, requests);
    List<KeptRequest> longer = MadeUpTraffic.random(List.of(PAYS), 300, 4, false, new Random(5));
    TestStore.write(other, "line-20261125T130000Z", longer);
    Instant later = Instant.ofEpochMilli(MadeUpTraffic.START_MILLIS).plus(Duration.ofHours(3));
    assertThat(ask(other, "overview", "shop*")).isNotZero();
    assertThat(err.toString(UTF_8)).contains("overlap").contains("--line");
    for (String from : List.of(later.toString(), "30m ago")) {
      assertThat(ask(other, "overview", "shop*", "--from", from)).as(err.toString(UTF_8)).isZero();
    }
  }

  @Test
  void saysWhichFilesItSkips(@TempDir Path other) throws IOException {
    TestStore.write(other, TestStore.LINE, requests);
    Path hour;
    try (Stream<Path> files = Files.walk(other)) {
      hour = files.filter(file -> file.endsWith("part-0.parquet")).findFirst().orElseThrow();
    }
    Files.writeString(hour.resolveSibling("part-1.parquet"), "PAR1 half-written");
    int status =
        Main.run(
            new String[] {"query", "histogram", "--store", other.toString(), "--json"},
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8));
    assertThat(status).isZero();
    assertThat(out()).contains("skippedFiles").contains("part-1.parquet");
    assertThat(err.toString(UTF_8)).contains("skipped 1 of the store's files");
  }
}
