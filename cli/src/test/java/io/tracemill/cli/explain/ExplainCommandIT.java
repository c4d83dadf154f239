package io.tracemill.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command on recordings of a pair of services. */
@Timeout(120)
final class ExplainCommandIT {
  private static final Optional<Path> LAB = SharedFolder.find("reference/longtale/data");

  @TempDir private Path directory;

  private static CommandLineRun explain(String recording, String stacks, String... options) {
    Assumptions.assumeTrue(LAB.isPresent(), "no ../shared/reference/longtale");
    Path data = LAB.orElseThrow().resolve(recording);
    String[] words = new String[options.length + 6];
    words[0] = "explain";
    words[1] = data.resolve("spans.otlp.jsonl.gz").toString();
    words[2] = "--stacks";
    words[3] = data.resolve(stacks + ".otlp.jsonl.gz").toString();
    words[4] = "--span";
    words[5] = "back GET /price";
    System.arraycopy(options, 0, words, 6, options.length);
    return CommandLineRun.of(words);
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
