package io.tracemill.cli.analyze;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.StreamSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class AnalyzeCommandIT {
  private static final String ROOT =
      line("a1", "", "frontend", "GET /", 1_700_000_000_000L, 1_700_000_000_100L);
  private static final String CHILD =
      line("b2", "a1", "catalog", "GET /items/17", 1_700_000_000_010L, 1_700_000_000_040L);

  @TempDir private Path directory;

  @Test
  void aTraceOverSeveralLinesIsOneRequest() throws IOException {
    List<JsonNode> traces = analyse(CHILD, ROOT, ResultStream.TRACES);

    assertThat(traces).hasSize(1);
    assertThat(traces.get(0).path("durationNanos").asLong()).isEqualTo(100_000_000);
    assertThat(traces.get(0).path("criticalPath").get(1).path("operation").asText())
        .isEqualTo("GET /items/{id}");
  }

  @Test
  void thePrintedSummaryEndsWithTheIncidents() throws IOException {
    Path file = Files.writeString(directory.resolve("in.jsonl"), ROOT + "\n");
    CommandLineRun run =
        CommandLineRun.of("analyze", file.toString(), "--out", directory.resolve("out").toString());

    assertThat(run.out()).matches("(?s).*\nNo incident. Panes of endpoints: 0 watched, .*");
  }

  @Test
  void aLineThatIsNoJsonIsADeadLetterAndTheRestIsAnalysed() throws IOException {
    List<JsonNode> letters = analyse(ROOT, "{\"resourceSpans\": [oops", ResultStream.DEAD_LETTERS);

    assertThat(letters).hasSize(1);
    assertThat(StreamSchema.of(ResultStream.DEAD_LETTERS).violations(letters.get(0))).isEmpty();
    assertThat(letters.get(0).path("topic").asText())
        .isEqualTo(directory.resolve("in.jsonl").toString());
    assertThat(letters.get(0).path("offset").asLong()).isEqualTo(1);
    assertThat(Results.inFile(directory.resolve("out"), ResultStream.TRACES)).hasSize(1);
  }

  @Test
  void aFileOfWhichNoSpanCanBeUsedEndsWithStatus1() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("v1.json"),
            "[{\"traceId\":\"1\",\"id\":\"1\",\"annotations\":[{\"value\":\"sr\",\"endpoint\":{}}]}]");
    CommandLineRun run =
        CommandLineRun.of("analyze", file.toString(), "--out", directory.resolve("out").toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.out()).doesNotContain("No data lost");
    assertThat(run.err()).contains("no span could be used: 1 record dead-lettered", "version 1");
  }

  @Test
  void theOrderOfAFileDoesNotMatter() throws IOException {
    String later = ROOT.replace("00aa", "00bb").replace("1700000000", "1700000900");
    List<JsonNode> traces = analyse(later, ROOT, ResultStream.TRACES);

    assertThat(traces).hasSize(2).allMatch(trace -> trace.path("complete").asBoolean());
    assertThat(Results.inFile(directory.resolve("out"), ResultStream.LATE_SPANS)).isEmpty();
  }

  @Test
  void aSpanAfterItsTraceHasClosedIsLate() throws IOException {
    String other =
        line("c3", "", "frontend", "GET /", 1_700_000_030_000L, 1_700_000_030_100L)
            .replace("00aa", "00bb");
    String straggler =
        line("d4", "a1", "catalog", "GET /late", 1_700_000_030_000L, 1_700_000_030_200L);
    List<JsonNode> late = analyse(ROOT, other + "\n" + straggler, ResultStream.LATE_SPANS);

    assertThat(late).hasSize(1);
    assertThat(late.get(0).path("operation").asText()).isEqualTo("GET /late");
    assertThat(StreamSchema.of(ResultStream.LATE_SPANS).violations(late.get(0))).isEmpty();
    JsonNode accounts =
        Results.accounts(Results.inFile(directory.resolve("out"), ResultStream.QUALITY));
    assertThat(accounts.path("spans").path("late").asLong()).isEqualTo(1);
    assertThat(Results.accountedSpans(accounts)).isEqualTo(3);
  }

  @Test
  void aFileThatIsNotThereFailsInOneLineThatNamesIt() {
    CommandLineRun run =
        CommandLineRun.of("analyze", "nowhere.jsonl", "--out", directory.resolve("o").toString());

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err().lines())
        .containsExactly("tracemill: nowhere.jsonl: there is no such file");
  }

  @Test
  void aFileThatIsCutOffLeavesTheResultsThatWereThere() throws IOException {
    analyse(CHILD, ROOT, ResultStream.TRACES);
    Path out = directory.resolve("out");
    Set<Path> before = filesIn(out);

    CommandLineRun run =
        CommandLineRun.of("analyze", cutOff().toString(), "--out", out.toString(), "--overwrite");

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.err()).contains("cut.jsonl.gz");
    assertThat(filesIn(out)).isEqualTo(before);
    assertThat(Results.inFile(out, ResultStream.TRACES)).hasSize(1);
  }

  @Test
  void resultsOfAnotherRunAreReplacedOnlyIfThatIsAskedFor() throws IOException {
    analyse(CHILD, ROOT, ResultStream.TRACES);
    Path file = Files.writeString(directory.resolve("root.jsonl"), ROOT + "\n");
    String out = directory.resolve("out").toString();

    CommandLineRun refused = CommandLineRun.of("analyze", file.toString(), "--out", out);

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err().lines())
        .containsExactly(
            "tracemill: --out: '%s' holds the results of another run; give another directory, or"
                    .formatted(out)
                + " add --overwrite");
    assertThat(Results.inFile(Path.of(out), ResultStream.TRACES)).hasSize(1);
    assertThat(CommandLineRun.of("analyze", file.toString(), "--out", out, "--overwrite").status())
        .isZero();
    assertThat(Path.of(out).resolve("traces.jsonl")).doesNotExist();
  }

  /** The first third of a compressed file of many lines. */
  private Path cutOff() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream lines = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 20_000; i++) {
        lines.write(ROOT.replace("00aa", "%04x".formatted(i)).concat("\n").getBytes(UTF_8));
      }
    }
    byte[] cut = Arrays.copyOf(bytes.toByteArray(), bytes.size() / 3);
    return Files.write(directory.resolve("cut.jsonl.gz"), cut);
  }

  private static Set<Path> filesIn(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.collect(Collectors.toSet());
    }
  }

  @Test
  void aFormatThatIsNoneIsWrongUsage() throws IOException {
    Path file = Files.writeString(directory.resolve("in.jsonl"), ROOT + "\n");
    CommandLineRun run =
        CommandLineRun.of(
            "analyze", file.toString(), "--out", directory.toString(), "--format", "xml");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("xml", "otlp_jsonl");
  }

  private List<JsonNode> analyse(String first, String second, ResultStream stream)
      throws IOException {
    Path file = Files.writeString(directory.resolve("in.jsonl"), first + "\n" + second + "\n");
    Path out = directory.resolve("out");
    CommandLineRun run =
        CommandLineRun.of("analyze", file.toString(), "--out", out.toString(), "--traces");
    assertThat(run.status()).as(run.err()).isZero();
    return Results.inFile(out, stream);
  }

  private static String line(
      String id, String parent, String service, String name, long startMillis, long endMillis) {
    return """
        {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name",\
        "value":{"stringValue":"%s"}}]},"scopeSpans":[{"spans":[{\
        "traceId":"000000000000000000000000000000aa","spanId":"00000000000000%s",\
        "parentSpanId":"%s","name":"%s","kind":2,"startTimeUnixNano":"%d000000",\
        "endTimeUnixNano":"%d000000"}]}]}]}"""
        .formatted(
            service,
            id,
            parent.isEmpty() ? "" : "00000000000000" + parent,
            name,
            startMillis,
            endMillis);
  }
}
