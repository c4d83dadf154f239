package io.tracemill.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.compare.Payments;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
final class ReportCommandIT {
  private static final int SLOW_SECOND = 640;
  private static final String MAIN = "io.tracemill.console.report.ReportMain";
  private static final String SPAN =
      "{\"resourceSpans\":[{\"resource\":{\"attributes\":[{\"key\":\"service.name\","
          + "\"value\":{\"stringValue\":\"shop\"}}]},\"scopeSpans\":[{\"spans\":[{"
          + "\"traceId\":\"0af7651916cd43dd8448eb211c80319c\",\"spanId\":\"00f067aa0ba902b7\","
          + "\"name\":\"GET /\",\"kind\":2,\"startTimeUnixNano\":\"1700000000000000000\","
          + "\"endTimeUnixNano\":\"1700000000100000000\"}]}]}]}\n";

  /** Writes its arguments, the files that it was given, and a line of the profiles. */
  private static final String LIST =
      """
      java.nio.file.Path data = java.nio.file.Path.of(args[1]);
      java.nio.file.Path index = java.nio.file.Path.of(args[3]);
      java.nio.file.Files.writeString(java.nio.file.Path.of(args[5]),
          args[0] + args[2] + args[4] + " " + args[6] + "=" + args[7]
              + " " + java.nio.file.Files.exists(data.resolve("profiles.jsonl"))
              + " " + java.nio.file.Files.isDirectory(index));
      """;

  /** Copies the files that it was given, and writes its other arguments. */
  private static final String COPY =
      """
      java.nio.file.Path copies = java.nio.file.Path.of(args[5]).resolveSibling("copies");
      java.nio.file.Files.createDirectory(copies);
      for (java.io.File file : new java.io.File(args[1]).listFiles()) {
        java.nio.file.Files.copy(file.toPath(), copies.resolve(file.getName()));
      }
      java.nio.file.Files.writeString(java.nio.file.Path.of(args[5]), String.join(" ", args));
      """;

  @TempDir private Path directory;

  @Test
  void theReportIsMadeOfTheResultsAndTheIndexOfTheFiles() throws IOException {
    Path input = Files.writeString(directory.resolve("in.jsonl"), SPAN);
    Path report = directory.resolve("report.html");
    try (StandIn main = StandIn.of(directory, MAIN, LIST)) {
      CommandLineRun run =
          CommandLineRun.of("report", input.toString(), "--out", report.toString()).succeeds();

      assertThat(report).hasContent("--data--store--out --source=in.jsonl true true");
      assertThat(run.out()).isEqualTo("%s: 0.0 MB%n".formatted(report));
      CommandLineRun.of("report", input.toString(), "--out", report.toString())
          .assertFailed(2, "--out", "exists; give another file or add --overwrite");
    }
  }

  @Test
  void theReportCarriesWhatExplainPrinted() throws IOException {
    Path input = Files.writeString(directory.resolve("in.jsonl"), SPAN);
    Path one = Files.writeString(directory.resolve("one.jsonl"), "{\"one\":1}\n");
    Path two = Files.writeString(directory.resolve("two.jsonl"), "{\"two\":2}\n");
    String report = directory.resolve("report.html").toString();
    try (StandIn main = StandIn.of(directory, MAIN, COPY)) {
      CommandLineRun.of(
              "report",
              input.toString(),
              "--out",
              report,
              "--explanations",
              one.toString(),
              "--explanations",
              two.toString())
          .succeeds();
      CommandLineRun.of(
              "report", input.toString(), "--out", report + "2", "--explanations", "no.jsonl")
          .assertFailed(2, "--explanations: 'no.jsonl' cannot be read");
    }

    assertThat(directory.resolve("copies/stack-explanations.jsonl"))
        .hasContent("{\"one\":1}\n{\"two\":2}");
  }

  @Test
  void theReportOfAStoreIsMadeOfTheRecordsThatTheJobWrote() throws IOException {
    Path input = directory.resolve("in.jsonl");
    Files.writeString(input, Payments.lines((second, version) -> second < SLOW_SECOND ? 0 : 30));
    Path out = directory.resolve("out");
    Path store = directory.resolve("store");
    CommandLineRun.of(
            "analyze", input.toString(), "--out", out.toString(), "--store", store.toString())
        .succeeds();
    Path report = directory.resolve("report.html");
    try (StandIn main = StandIn.of(directory, MAIN, COPY)) {
      CommandLineRun.of("report", "--store", store.toString(), "--out", report.toString())
          .succeeds();
    }

    assertThat(report).content().contains("--store " + store, "--source store", "--time 16999");
    Path copies = directory.resolve("copies");
    assertThat(profiles(copies)).hasSizeGreaterThan(10).isSubsetOf(profiles(out));
    assertThat(newest(copies, ResultStream.HOTSPOTS)).isEqualTo(newest(out, ResultStream.HOTSPOTS));
    List<JsonNode> edges = Results.inFile(copies, ResultStream.DEPENDENCIES);
    assertThat(edges).isNotEmpty().isSubsetOf(edgesWithoutNewest(out));
    assertThat(newestById(copies)).isNotEmpty().isEqualTo(newestById(out));
  }

  /** Without exemplars and percentiles of nodes, for which panes have no requests. */
  private static List<JsonNode> profiles(Path data) throws IOException {
    List<JsonNode> profiles = Results.inFile(data, ResultStream.PROFILES);
    for (JsonNode profile : profiles) {
      ((ObjectNode) profile).remove("exemplars");
      profile.path("tree").forEach(node -> ((ObjectNode) node).remove("exclusive"));
    }
    return profiles;
  }

  private static List<JsonNode> edgesWithoutNewest(Path data) throws IOException {
    List<JsonNode> edges = Results.inFile(data, ResultStream.DEPENDENCIES);
    edges.forEach(edge -> ((ObjectNode) edge).remove("newest"));
    return edges;
  }

  private static List<JsonNode> newest(Path data, ResultStream stream) throws IOException {
    List<JsonNode> records = Results.inFile(data, stream);
    long newest = records.stream().mapToLong(ReportCommandIT::end).max().orElseThrow();
    return records.stream()
        .filter(each -> end(each) == newest)
        .sorted(Comparator.comparing(JsonNode::toString))
        .toList();
  }

  private static long end(JsonNode record) {
    return record.at("/window/endMillis").asLong();
  }

  private static Map<String, JsonNode> newestById(Path data) throws IOException {
    Map<String, JsonNode> newest = new TreeMap<>();
    Results.inFile(data, ResultStream.INCIDENTS)
        .forEach(each -> newest.put(each.path("id").asText(), each));
    return newest;
  }

  @Test
  void filesAndAStoreTogetherAreRefused() {
    String report = directory.resolve("report.html").toString();
    CommandLineRun.of("report", "a.jsonl", "--store", "store", "--out", report)
        .assertFailed(2, "give trace files, or --store, not both");
    CommandLineRun.of("report", "--out", report).assertFailed(2, "name one or more trace files");
    CommandLineRun.of("report", "a.jsonl", "--from", "1h ago", "--out", report)
        .assertFailed(2, "--from and --to are for a store");
  }
}
