package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Flame graphs of real traces, against the records of the requests that they are made of. */
@Timeout(120)
final class ExportIT {
  /** What a class is, in percent: above the first percentile, up to the second. */
  private static final Map<String, int[]> CLASSES =
      Map.of(
          "all", new int[] {0, 100},
          "<=P50", new int[] {0, 50},
          "<=P95", new int[] {0, 95},
          "<=P99", new int[] {0, 99},
          "P0-50", new int[] {0, 50},
          "P50-90", new int[] {50, 90},
          "P90-95", new int[] {90, 95},
          "P95-99", new int[] {95, 99},
          "P99-100", new int[] {99, 100});

  @TempDir private Path directory;

  @Test
  void foldedStacksOfEachClassAreThoseOfItsRequests() throws IOException {
    Path out = directory.resolve("out");
    CommandLineRun run =
        export(out, Recording.ONLINE_BOUTIQUE.slice(), "folded,speedscope,pprof,grafana");
    assertThat(run.status()).as(run.err()).isZero();

    Map<String, Map<String, Long>> expected = new TreeMap<>();
    Map<String, Long> traces = new TreeMap<>();
    requestsByEndpoint(out)
        .forEach(
            (endpoint, requests) ->
                CLASSES.forEach(
                    (name, ends) -> {
                      List<JsonNode> those = between(requests, ends[0], ends[1]);
                      if (!those.isEmpty()) {
                        expected.put(endpoint + " " + name, folded(those));
                        traces.put(endpoint + " " + name, (long) those.size());
                        assertThat(sum(folded(those).values()))
                            .isEqualTo(those.stream().mapToLong(ExportIT::duration).sum());
                      }
                    }));

    Map<String, Map<String, Long>> written = new TreeMap<>();
    Map<String, Long> tracesWritten = new TreeMap<>();
    for (JsonNode entry : index(out)) {
      Path file = out.resolve("exports").resolve(entry.path("file").asText());
      assertThat(file).isNotEmptyFile();
      if (entry.path("format").asText().equals("folded")) {
        String name =
            "%s %s %s"
                .formatted(
                    entry.path("service").asText(),
                    entry.path("operation").asText(),
                    entry.path("class").asText());
        written.put(name, stacks(file));
        tracesWritten.put(name, entry.path("traces").asLong());
      }
    }
    assertThat(written).isNotEmpty().isEqualTo(expected);
    assertThat(tracesWritten).isEqualTo(traces);
    assertThat(index(out).findValuesAsText("class")).contains("P99-100 vs <=P50");
    assertThat(out.resolve("exports.part")).doesNotExist();
  }

  @Test
  void aRunWithoutExportsRemovesThoseThatItReplaces() throws IOException {
    Path out = directory.resolve("out");
    Path file = Recording.ONLINE_BOUTIQUE.slice();
    assertThat(export(out, file, "folded").status()).isZero();
    assertThat(index(out).findValuesAsText("format")).containsOnly("folded");

    CommandLineRun run =
        CommandLineRun.of("analyze", file.toString(), "--out", out.toString(), "--overwrite");

    assertThat(run.status()).isZero();
    assertThat(out.resolve("exports")).doesNotExist();
  }

  @Test
  void whatSomebodyElsePutThereStays() throws IOException {
    Path mine = Files.createDirectories(directory.resolve("out/exports")).resolve("mine.txt");
    Files.writeString(mine, "mine");

    CommandLineRun run =
        export(directory.resolve("out"), Recording.ONLINE_BOUTIQUE.slice(), "folded");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("exports");
    assertThat(mine).hasContent("mine");
  }

  @Test
  void aFormatThatIsNoneNamesThoseThatAre() {
    CommandLineRun run =
        export(directory.resolve("out"), Recording.ONLINE_BOUTIQUE.slice(), "folded,svg");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("'svg'", "folded, speedscope, pprof, grafana");
  }

  private static CommandLineRun export(Path out, Path file, String formats) {
    return CommandLineRun.of(
        "analyze", file.toString(), "--out", out.toString(), "--traces", "--export", formats);
  }

  private static JsonNode index(Path out) throws IOException {
    return new ObjectMapper().readTree(out.resolve("exports/index.json").toFile());
  }

  /** The requests that profiles describe, fastest first. */
  private static Map<String, List<JsonNode>> requestsByEndpoint(Path out) throws IOException {
    Map<String, List<JsonNode>> requests = new TreeMap<>();
    for (JsonNode request : Results.inFile(out, ResultStream.TRACES)) {
      if (request.path("complete").asBoolean()) {
        requests
            .computeIfAbsent(label(request.path("endpoint")), name -> new ArrayList<>())
            .add(request);
      }
    }
    requests.values().forEach(each -> each.sort(Comparator.comparingLong(ExportIT::duration)));
    return requests;
  }

  private static long duration(JsonNode request) {
    return request.path("durationNanos").asLong();
  }

  /** Those that took longer than one percentile, up to another, by nearest rank. */
  private static List<JsonNode> between(List<JsonNode> fastestFirst, int above, int to) {
    ToLongFunction<Integer> percentile =
        percent ->
            percent == 0
                ? -1
                : duration(fastestFirst.get((percent * fastestFirst.size() + 99) / 100 - 1));
    long from = percentile.applyAsLong(above);
    long end = percentile.applyAsLong(to);
    return fastestFirst.stream()
        .filter(request -> duration(request) > from && duration(request) <= end)
        .toList();
  }

  private static Map<String, Long> folded(List<JsonNode> requests) {
    Map<String, Long> sums = new TreeMap<>();
    for (JsonNode request : requests) {
      List<String> stacks = new ArrayList<>();
      for (JsonNode node : request.path("criticalPath")) {
        int parent = node.path("parent").asInt();
        stacks.add((parent < 0 ? "" : stacks.get(parent) + ";") + label(node));
        if (node.path("exclusiveNanos").asLong() > 0) {
          sums.merge(
              stacks.get(stacks.size() - 1), node.path("exclusiveNanos").asLong(), Long::sum);
        }
      }
    }
    return sums;
  }

  private static String label(JsonNode frame) {
    return frame.path("service").asText() + " " + frame.path("operation").asText();
  }

  private static Map<String, Long> stacks(Path file) throws IOException {
    Map<String, Long> stacks = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      int space = line.lastIndexOf(' ');
      stacks.merge(line.substring(0, space), Long.parseLong(line.substring(space + 1)), Long::sum);
    }
    return stacks;
  }

  private static long sum(Iterable<Long> values) {
    long sum = 0;
    for (long value : values) {
      sum += value;
    }
    return sum;
  }
}
