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
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

  /** The sample holds every request of the recordings, so nothing is estimated. */
  @ParameterizedTest
  @EnumSource
  void foldedStacksOfEachClassAreThoseOfItsRequests(Recording recording) throws IOException {
    Path out = directory.resolve("out");
    CommandLineRun run = export(out, recording.file(), "folded,pprof");
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("Exports: " + out.resolve("exports"));

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
      if (entry.path("format").asText().equals("folded")
          && CLASSES.containsKey(entry.path("class").asText())) {
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

  /** A window is one day, so hotspots cover all requests, which the test keeps. */
  @ParameterizedTest
  @EnumSource
  void hotspotsAreThoseOfAllRequests(Recording recording) throws IOException {
    Path out = directory.resolve("out");
    Path config =
        Files.writeString(directory.resolve("day.yaml"), "profiles: {window: 24h, slide: 24h}\n");

    CommandLineRun run =
        CommandLineRun.of(
            "analyze",
            recording.file().toString(),
            "--out",
            out.toString(),
            "--traces",
            "--config",
            config.toString());

    assertThat(run.status()).as(run.err()).isZero();
    Map<String, Long> nanos = new TreeMap<>();
    Map<String, Long> traces = new TreeMap<>();
    Map<String, Set<String>> endpoints = new TreeMap<>();
    requestsByEndpoint(out)
        .forEach(
            (endpoint, requests) -> {
              for (JsonNode request : requests) {
                Set<String> seen = new HashSet<>();
                for (JsonNode node : request.path("criticalPath")) {
                  String frame = label(node);
                  nanos.merge(frame, node.path("exclusiveNanos").asLong(), Long::sum);
                  traces.merge(frame, seen.add(frame) ? 1L : 0L, Long::sum);
                  endpoints.computeIfAbsent(frame, name -> new HashSet<>()).add(endpoint);
                }
              }
            });
    List<JsonNode> hotspots = Results.inFile(out, ResultStream.HOTSPOTS);
    assertThat(hotspots).extracting(each -> each.path("startMillis")).hasSizeGreaterThan(10);
    assertThat(hotspots.stream().map(each -> each.path("startMillis").asLong()).distinct())
        .hasSize(1);
    for (JsonNode hotspot : hotspots) {
      String frame = label(hotspot);
      assertThat(hotspot.path("exclusiveNanos").asLong())
          .as(frame)
          .isEqualTo(nanos.getOrDefault(frame, 0L));
      assertThat(hotspot.path("traces").asLong())
          .as(frame)
          .isEqualTo(traces.getOrDefault(frame, 0L));
      assertThat(hotspot.path("endpoints").asInt())
          .as(frame)
          .isEqualTo(endpoints.getOrDefault(frame, Set.of()).size());
    }
    assertThat(
            hotspots.stream()
                .map(each -> each.path("exclusiveNanos").asLong())
                .filter(each -> each > 0))
        .containsExactlyElementsOf(
            nanos.values().stream()
                .filter(each -> each > 0)
                .sorted(Comparator.reverseOrder())
                .limit(hotspots.size())
                .toList());
  }

  @Test
  void classesAreComparedAsAsked() throws IOException {
    Path out = directory.resolve("out");

    CommandLineRun run = analyzeSlice(out, "--export", "folded,pprof", "--diff", "P0-50:P95-99");

    assertThat(run.status()).as(run.err()).isZero();
    Map<String, Long> fast = Map.of();
    Map<String, Long> slow = Map.of();
    Map<String, Long> both = Map.of();
    for (JsonNode entry : index(out)) {
      Path file = out.resolve("exports").resolve(entry.path("file").asText());
      if (entry.path("format").asText().equals("folded")) {
        switch (entry.path("class").asText()) {
          case "P0-50" -> fast = perRequest(file, entry.path("traces").asLong());
          case "P95-99" -> slow = perRequest(file, entry.path("traces").asLong());
          case "P95-99 vs P0-50" -> both = stacks(file);
          default -> {}
        }
      }
    }
    Map<String, Long> before = new TreeMap<>();
    Map<String, Long> after = new TreeMap<>();
    both.forEach(
        (stack, nanos) -> {
          int space = stack.lastIndexOf(' ');
          before.merge(
              stack.substring(0, space), Long.parseLong(stack.substring(space + 1)), Long::sum);
          after.merge(stack.substring(0, space), nanos, Long::sum);
        });
    before.values().removeIf(nanos -> nanos == 0);
    after.values().removeIf(nanos -> nanos == 0);
    assertThat(before).isNotEmpty().isEqualTo(fast);
    assertThat(after).isNotEmpty().isEqualTo(slow);
  }

  private static Map<String, Long> perRequest(Path file, long traces) throws IOException {
    Map<String, Long> stacks = stacks(file);
    stacks.replaceAll((stack, nanos) -> Math.round((double) nanos / traces));
    return stacks;
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
    assertThat(run.err()).contains("'svg'", "folded, pprof");
  }

  private static CommandLineRun export(Path out, Path file, String formats) {
    return CommandLineRun.of(
        "analyze", file.toString(), "--out", out.toString(), "--traces", "--export", formats);
  }

  private static CommandLineRun analyzeSlice(Path out, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "analyze", Recording.ONLINE_BOUTIQUE.slice().toString(), "--out", out.toString()));
    arguments.addAll(List.of(options));
    return CommandLineRun.of(arguments.toArray(String[]::new));
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
