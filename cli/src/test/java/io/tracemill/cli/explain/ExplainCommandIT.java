package io.tracemill.cli.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.SharedFolder;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on recordings of a pair of services. */
@Timeout(120)
final class ExplainCommandIT {
  private static final String PRICE = "back GET /price";
  private static final Optional<Path> LAB = SharedFolder.find("reference/longtale/data");

  @TempDir private Path directory;

  private static CommandLineRun explain(String recording, String stacks, String... options) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "explain",
                file(recording, "spans").toString(),
                "--stacks",
                file(recording, stacks).toString(),
                "--span",
                PRICE));
    words.addAll(List.of(options));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  @Test
  void theNeighbourOfASlowServiceIsNamed() {
    assertThat(explain("neighbour", "perf").succeeds().out())
        .startsWith("back GET /price: on lab-1 `sha256sum` took 18 % of the CPU under slow spans");
  }

  @Test
  void aSlowFunctionIsNamedWithItsShares() throws IOException {
    JsonNode found =
        new ObjectMapper().readTree(explain("coupons", "jfr", "--json").succeeds().out());

    assertThat(found.path("verdict").asText()).isEqualTo("culprits");
    assertThat(found.path("summary").asText()).contains("applyCoupons");
    assertThat(found.at("/span/operation").asText()).isEqualTo("GET /price");
    assertThat(found.at("/flame/slow")).isNotEmpty();
  }

  @Test
  void aQuietHostHasNoAnomaly() {
    assertThat(explain("quiet-1", "perf").succeeds().out()).contains("No process");
  }

  @Test
  void twoRangesOfTimeAreComparedWhole() throws IOException {
    JsonNode found =
        new ObjectMapper()
            .readTree(
                explain(
                        "quiet-1",
                        "perf",
                        "--json",
                        "--before",
                        "1h ago/20s ago",
                        "--after",
                        "20s ago/now")
                    .succeeds()
                    .out());

    assertThat(found.at("/policy/name").asText()).isEqualTo("cohorts");
    assertThat(found.at("/policy/fastSpans").asInt()).isGreaterThan(500);
    assertThat(found.at("/policy/slowSpans").asInt()).isGreaterThan(500);
  }

  @Test
  void twoVersionsAreComparedWhole() throws IOException {
    List<String> all = spans("quiet-1");
    List<String> lines = new ArrayList<>();
    for (String line : all) {
      String version = lines.size() % 3 == 0 ? "v1" : "v2";
      lines.add(
          line.replace(
              "{\"key\":\"host.name\"",
              "{\"key\":\"service.version\",\"value\":{\"stringValue\":\"%s\"}},{\"key\":\"host.name\""
                  .formatted(version)));
    }
    Path file = Files.write(directory.resolve("spans.jsonl"), lines);

    JsonNode found =
        json(run(file.toString(), "quiet-1", "--span", PRICE, "--json", "--versions", "v1,v2"));

    assertThat(found.at("/policy/name").asText()).isEqualTo("cohorts");
    assertThat(found.at("/policy/fastSpans").asInt()).isPositive();
    assertThat(found.at("/policy/slowSpans").asInt())
        .isGreaterThan(found.at("/policy/fastSpans").asInt());
    run(file.toString(), "quiet-1", "--versions", "v1,v3")
        .assertFailed(2, "--versions: it holds no span");
    run(file.toString(), "quiet-1", "--versions", "v1").assertFailed(2, "'v1'");
    run(file.toString(), "quiet-1", "--versions", "v1,v2", "--hosts", "a,b")
        .assertFailed(2, "not several");
  }

  @Test
  void requestsKeptInAStoreNameTheNeighbourThatTheirFilesName() throws IOException {
    String store = store("neighbour", "[host.name, process.pid]");

    CommandLineRun found = run("--store=" + store, "neighbour", "--span", PRICE).succeeds();

    assertThat(found.out().lines().toList())
        .satisfies(
            lines -> {
              assertThat(lines.get(0)).startsWith("kept requests, a sample: ");
              assertThat(lines.get(1)).contains("`sha256sum` took 18 % of the CPU");
            });
    assertThat(json(run("--store=" + store, "neighbour", "--span", PRICE, "--json")).at("/hosts"))
        .isEqualTo(json(explain("neighbour", "perf", "--json")).at("/hosts"));
    run("--store=" + store, "neighbour", "--to", "1970-01-01T00:00:00Z")
        .assertFailed(2, "the store keeps no request of this time");
  }

  @Test
  void requestsThatNameNoHostAreRefusedWithTheKeyThatKeepsIt() throws IOException {
    run("--store=" + store("quiet-1", "[service.version]"), "quiet-1")
        .assertFailed(2, "spans.attributes", "k8s.node.name, host.id or host.name");
  }

  @Test
  void filesAndAStoreAreRefused() {
    CommandLineRun.of("explain", "a.jsonl", "--stacks", "b.jsonl", "--store", "store")
        .assertFailed(2, "--store, not both");
    CommandLineRun.of("explain", "a.jsonl", "--stacks", "b.jsonl", "--from", "1h ago")
        .assertFailed(2, "--from and --to are for a store");
  }

  /** Keeps the requests of a recording, with these attributes, in a store. */
  private String store(String recording, String attributes) throws IOException {
    Path spans = Files.write(directory.resolve("spans.jsonl"), spans(recording));
    CommandLineRun.configured(
            directory,
            "spans: {attributes: %s}".formatted(attributes),
            "analyze",
            spans.toString(),
            "--out",
            directory.resolve("out").toString(),
            "--store",
            directory.resolve("store").toString())
        .succeeds();
    return directory.resolve("store").toString();
  }

  private static CommandLineRun run(String spans, String stacks, String... options) {
    List<String> words =
        new ArrayList<>(List.of("explain", spans, "--stacks", file(stacks, "perf").toString()));
    words.addAll(List.of(options));
    return CommandLineRun.of(words.toArray(String[]::new));
  }

  private static Path file(String recording, String name) {
    Assumptions.assumeTrue(LAB.isPresent(), "no ../shared/reference/longtale");
    return LAB.orElseThrow().resolve(recording).resolve(name + ".otlp.jsonl.gz");
  }

  private static List<String> spans(String recording) throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file(recording, "spans"))), UTF_8))) {
      return lines.lines().toList();
    }
  }

  private static JsonNode json(CommandLineRun run) throws IOException {
    return new ObjectMapper().readTree(run.succeeds().out());
  }

  @Test
  void oneRangeAloneIsRefused() {
    explain("quiet-1", "perf", "--before", "1h ago/20s ago")
        .assertFailed(2, "--before and --after name two ranges");
  }

  @Test
  void samplesOfAnotherHostAreRefused() throws IOException {
    Path stacks = directory.resolve("stacks.jsonl");
    CommandLineRun.of(
            "stacks",
            "perf",
            Files.writeString(
                    directory.resolve("perf.txt"),
                    "gzip 1/1 [001] 1700000000.1: 1\n\t55 f (/g)\n\n")
                .toString(),
            "--hz",
            "99",
            "--host",
            "elsewhere",
            "--out",
            stacks.toString())
        .succeeds();
    Assumptions.assumeTrue(LAB.isPresent(), "no ../shared/reference/longtale");

    CommandLineRun.of(
            "explain",
            LAB.orElseThrow().resolve("quiet-1/spans.otlp.jsonl.gz").toString(),
            "--stacks",
            stacks.toString())
        .assertFailed(2, "'elsewhere'", "'lab-1'", "--host");
  }
}
