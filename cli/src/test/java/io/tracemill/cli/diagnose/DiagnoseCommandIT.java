package io.tracemill.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Four minutes of a recording. */
@Timeout(120)
final class DiagnoseCommandIT {
  private static final Recording SHOP = Recording.ONLINE_BOUTIQUE;
  private static final long TRACES = 267;
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  private List<JsonNode> findings(String... options) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "diagnose", SHOP.slice().toString(), "--out", directory.toString(), "--overwrite"));
    arguments.addAll(List.of(options));
    CommandLineRun.of(arguments.toArray(String[]::new)).succeeds();
    List<JsonNode> findings = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve(DiagnoseCommand.FINDINGS))) {
      findings.add(JSON.readTree(line));
    }
    return findings;
  }

  private static Set<String> operations(List<JsonNode> findings) {
    Set<String> names = new TreeSet<>();
    findings.stream()
        .filter(finding -> finding.path("layer").asInt() == 1)
        .forEach(finding -> names.add(finding.path("operation").toString()));
    return names;
  }

  private static Set<String> types(List<JsonNode> findings) {
    Set<String> names = new TreeSet<>();
    findings.stream()
        .filter(finding -> finding.path("layer").asInt() == 2)
        .forEach(
            finding ->
                names.add(
                    finding.at("/endpoint/service").asText()
                        + " "
                        + finding.at("/endpoint/operation").asText()));
    return names;
  }

  private static long requests(List<JsonNode> findings) {
    return findings.get(0).path("requests").asLong();
  }

  @Test
  void everyFindingStandsBelowItsParentAndEveryProblemHasItsTrace() throws IOException {
    List<JsonNode> findings = findings();
    assertThat(requests(findings)).isEqualTo(TRACES);
    Map<String, Integer> layers = new HashMap<>();
    for (JsonNode finding : findings) {
      String ranking = finding.path("ranking").asText() + " ";
      String id = finding.path("id").asText();
      int layer = finding.path("layer").asInt();
      layers.put(ranking + id, layer);
      assertThat(id).endsWith(finding.path("rank").asText());
      if (layer > 1) {
        assertThat(layers).containsEntry(ranking + finding.path("parent").asText(), layer - 1);
      }
      if (layer == 4) {
        String file = ranking.strip() + "-" + id + ".otlp.json";
        assertThat(directory.resolve("exports").resolve(file)).isNotEmptyFile();
      }
    }
    assertThat(layers.values()).contains(1, 2, 3, 4);
  }

  @Test
  void knownOperationsAreSetAsideAndTheNextOnesComeUp() throws IOException {
    List<JsonNode> all = findings();
    JsonNode first = all.get(0).path("operation");
    List<JsonNode> others =
        findings(
            "--ignore", first.path("service").asText() + " " + first.path("operation").asText());
    assertThat(operations(all)).contains(first.toString());
    assertThat(operations(others)).hasSizeGreaterThan(2).doesNotContain(first.toString());
    assertThat(requests(others)).isEqualTo(requests(all));
  }

  @Test
  void requestsDivideByWhetherTheyPassAServiceAndAreLeftOutByTime() throws IOException {
    List<JsonNode> divided = findings("--by", "service paymentservice");
    assertThat(types(divided))
        .containsExactly("paymentservice (not passed)", "paymentservice (passed)");
    String fault = SHOP.sliceFault().toString();
    long before = requests(findings("--to", fault));
    long after = requests(findings("--from", fault));
    assertThat(before).isPositive();
    assertThat(before + after).isEqualTo(requests(divided));
  }

  @Test
  void theTreeSaysWhereTheProblemIs() {
    CommandLineRun run = CommandLineRun.of("diagnose", SHOP.slice().toString()).succeeds();
    assertThat(run.out()).contains("1.1.1.1", "PROBLEM");
    assertThat(Stream.of(run.out().split("\n"))).allMatch(line -> line.length() <= 80);
  }

  @Test
  void allLayersArePrintedAsOneTableOfCommaSeparatedValues() {
    CommandLineRun run = CommandLineRun.of("diagnose", SHOP.slice().toString(), "--csv").succeeds();
    List<String> lines = run.out().lines().toList();

    assertThat(lines.get(0)).startsWith("layer,endpoint.service,endpoint.operation,group,kind,");
    assertThat(lines.stream().skip(1).map(line -> line.split(",", -1)))
        .allMatch(cells -> cells.length == lines.get(0).split(",", -1).length)
        .extracting(cells -> cells[0] + " " + cells[4])
        .contains("1 operation", "2 operation_self", "3 span", "3 child_diff", "3 end_diff")
        .contains("4 sub_span");
  }

  @Test
  void badOptionsAreRefusedInOneLine() {
    String file = SHOP.slice().toString();
    CommandLineRun.of("diagnose", file, "--by", "colour")
        .assertFailed(2, "diagnosis.by", "colour", "attribute NAME");
    CommandLineRun.of("diagnose", file, "--store", "store").assertFailed(2, "--store, not both");
    CommandLineRun.of("diagnose", file, "--tail", "100%").assertFailed(2, "diagnosis.tail");
    CommandLineRun.of("diagnose", file, "--csv", "--json").assertFailed(2, "leave out --json");
  }
}
