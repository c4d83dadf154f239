package io.tracemill.analysis.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.criticalpath.CriticalPath;
import io.tracemill.analysis.errorcost.ErrorCost;
import io.tracemill.analysis.errorcost.ErrorCosts;
import io.tracemill.analysis.request.AnalyzedTrees;
import io.tracemill.analysis.trace.TraceSpec;
import io.tracemill.analysis.trace.TraceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Critical paths of traces that others wrote down together with what they expect: CRISP's own tests
 * and those of Jaeger's UI. They lie beside the project, in {@code ../shared/conformance}.
 */
class ConformanceTest {
  /** Why a case is not expected to agree. */
  private static final Map<String, String> EXCEPTIONS =
      Map.of(
          "10.json", "counts an overlap twice, where sections tile the request (semantics 5)",
          "19.json", "counts an overlap twice, where sections tile the request (semantics 5)",
          "20.json", "counts an overlap twice, where sections tile the request (semantics 5)",
          "21.json", "counts an overlap twice, where sections tile the request (semantics 5)");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static int run;
  private static int excepted;

  @AfterAll
  static void sayHowManyRan() {
    if (folder().isEmpty()) {
      System.out.println("conformance: skipped, there is no ../shared/conformance");
    } else {
      System.out.printf(
          "conformance: %d cases run, %d of them expected to differ%n", run + excepted, excepted);
    }
  }

  @TestFactory
  Stream<DynamicTest> exclusiveTimesAgreeWithCrisp() {
    return folder().stream()
        .flatMap(folder -> jsonFiles(folder.resolve("crisp")))
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> checkCrisp(file)));
  }

  @TestFactory
  Stream<DynamicTest> costsOfErrorsAgreeWithCrisp() {
    return folder().stream()
        .flatMap(folder -> jsonFiles(folder.resolve("crisp")))
        .map(file -> DynamicTest.dynamicTest(file.toString(), () -> checkErrors(file)));
  }

  private static void checkErrors(Path file) throws IOException {
    JsonNode document = JSON.readTree(file.toFile());
    JsonNode expected = document.get("testing");
    if (!expected.has("totalWork")) {
      return;
    }
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec(document.get("data").get(0)), 0);
    ErrorCost cost = new ErrorCosts(0, analyzed.tree(), analyzed.path()).find(0).orElseThrow();
    assertThat(cost.workNanos()).isEqualTo(micros(expected, "totalWork"));
    assertThat(cost.erringWorkNanos()).isEqualTo(micros(expected, "timeSavedOnWork"));
    if (EXCEPTIONS.containsKey(file.getFileName().toString())) {
      return; // CRISP's path, of which the rest is a part, counts an overlap twice.
    }
    assertThat(cost.savedNanos()).isEqualTo(micros(expected, "timeSavedOnCP"));
    if (expected.has("errCPCallpathTimeExclusive")) {
      assertThat(errorTimes(cost)).isEqualTo(times(expected.get("errCPCallpathTimeExclusive")));
      assertThat(errorCounts(cost)).isEqualTo(counts(expected.get("errCPErrCounts")));
    }
  }

  private static long micros(JsonNode expected, String key) {
    return 1000 * expected.get(key).asLong();
  }

  private static Map<String, Long> errorTimes(ErrorCost cost) {
    Map<String, Long> times = new TreeMap<>();
    for (ErrorCost.Node node : cost.path()) {
      if (node.exclusiveNanos() > 0) {
        times.put(callPath(cost, node), node.exclusiveNanos() / 1000);
      }
    }
    return times;
  }

  private static Map<String, String> errorCounts(ErrorCost cost) {
    Map<String, String> counts = new TreeMap<>();
    for (ErrorCost.Node node : cost.path()) {
      if (node.self() + node.propagated() + node.stopped() > 0) {
        counts.put(
            callPath(cost, node),
            "[%d,%d,%d]".formatted(node.self(), node.propagated(), node.stopped()));
      }
    }
    return counts;
  }

  private static Map<String, String> counts(JsonNode expected) {
    Map<String, String> counts = new TreeMap<>();
    expected
        .properties()
        .forEach(
            entry -> counts.put(entry.getKey().replace("[[", "["), entry.getValue().toString()));
    return counts;
  }

  private static String callPath(ErrorCost cost, ErrorCost.Node node) {
    String frame = "[%s] %s".formatted(node.frame().service(), node.frame().operation());
    return node.parent() < 0
        ? "errorCriticalPathSyntheticRoot->" + frame
        : callPath(cost, cost.path().get(node.parent())) + "->" + frame;
  }

  @TestFactory
  Stream<DynamicTest> sectionsAgreeWithJaegerUi() {
    return folder().stream()
        .flatMap(folder -> cases(folder.resolve("jaeger-ui/cases.json")))
        .map(test -> DynamicTest.dynamicTest(test.get("name").asText(), () -> checkSections(test)));
  }

  @Test
  void allCasesAreThere() {
    folder()
        .ifPresent(
            folder ->
                assertThat(
                        jsonFiles(folder.resolve("crisp")).count()
                            + cases(folder.resolve("jaeger-ui/cases.json")).count())
                    .isEqualTo(42));
  }

  private static void checkCrisp(Path file) throws IOException {
    JsonNode document = JSON.readTree(file.toFile());
    JsonNode testing = document.get("testing");
    JsonNode expected = testing.isArray() ? testing.get(0) : testing.get("opTimeExclusive");
    Map<String, Long> found = exclusiveTimes(document.get("data").get(0));
    if (EXCEPTIONS.containsKey(file.getFileName().toString())) {
      assertThat(found).as("differs: a tiling path").isNotEqualTo(times(expected));
      excepted++;
    } else {
      assertThat(found).isEqualTo(times(expected));
      run++;
    }
  }

  /** Expected times without the typo of case 11 and without the frames that have none. */
  private static Map<String, Long> times(JsonNode expected) {
    Map<String, Long> times = new TreeMap<>();
    expected
        .properties()
        .forEach(
            entry -> {
              if (entry.getValue().asLong() != 0) {
                times.put(entry.getKey().replace("[[", "["), entry.getValue().asLong());
              }
            });
    return times;
  }

  private static Map<String, Long> exclusiveTimes(JsonNode trace) {
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec(trace), 0);
    TraceTree tree = analyzed.tree();
    CriticalPath path = analyzed.path();
    Map<String, Long> times = new TreeMap<>();
    for (int place = 0; place < path.spanCount(); place++) {
      int span = path.span(place);
      String frame = "[%s] %s".formatted(tree.frame(span).service(), tree.frame(span).operation());
      for (int section = path.firstSection(place); section < path.endSection(place); section++) {
        times.merge(frame, (path.sectionTo(section) - path.sectionFrom(section)) / 1000, Long::sum);
      }
    }
    return times;
  }

  private static void checkSections(JsonNode test) {
    Map<String, Long> ids = new HashMap<>();
    AnalyzedTrees analyzed = AnalyzedTrees.of(spec(test.get("trace"), ids), 0);
    List<String> found = new ArrayList<>();
    CriticalPath path = analyzed.path();
    for (int place = 0; place < path.spanCount(); place++) {
      for (int section = path.firstSection(place); section < path.endSection(place); section++) {
        found.add(
            section(
                analyzed.tree().spanId(path.span(place)),
                (path.sectionFrom(section) - TraceSpec.BASE) / 1000,
                (path.sectionTo(section) - TraceSpec.BASE) / 1000));
      }
    }
    List<String> expected = new ArrayList<>();
    for (JsonNode section : test.get("expected")) {
      expected.add(
          section(
              ids.get(section.get("spanID").asText()),
              section.get("sectionStart").asLong(),
              section.get("sectionEnd").asLong()));
    }
    found.sort(Comparator.naturalOrder());
    expected.sort(Comparator.naturalOrder());
    assertThat(found).isEqualTo(expected);
    run++;
  }

  private static String section(long spanId, long from, long to) {
    return "%09d..%09d span %d".formatted(from, to, spanId);
  }

  private static TraceSpec spec(JsonNode trace) {
    return spec(trace, new HashMap<>());
  }

  /** Ids are names; they become numbers in order of appearance. Times are microseconds. */
  private static TraceSpec spec(JsonNode trace, Map<String, Long> ids) {
    for (JsonNode span : trace.get("spans")) {
      ids.computeIfAbsent(span.get("spanID").asText(), id -> ids.size() + 1L);
    }
    TraceSpec spec = TraceSpec.trace();
    for (JsonNode span : trace.get("spans")) {
      long start = span.get("startTime").asLong() * 1000;
      String service =
          trace.get("processes").get(span.get("processID").asText()).get("serviceName").asText();
      spec.root(service, start, start + span.get("duration").asLong() * 1000)
          .operation(span.get("operationName").asText())
          .id(ids.get(span.get("spanID").asText()))
          .error(failed(span));
      for (JsonNode reference : span.get("references")) {
        spec.parentId(ids.getOrDefault(reference.get("spanID").asText(), 1_000_000L));
        if (reference.get("refType").asText().equals("FOLLOWS_FROM")) {
          spec.async();
        }
      }
    }
    return spec;
  }

  /** By CRISP's rule, which also takes HTTP 4xx, a gRPC status and logged errors for failures. */
  private static boolean failed(JsonNode span) {
    Stream<JsonNode> logged =
        span.path("logs").valueStream().flatMap(log -> log.get("fields").valueStream());
    return Stream.concat(span.path("tags").valueStream(), logged)
        .anyMatch(field -> failed(field.get("key").asText(), field.get("value").asText()));
  }

  private static boolean failed(String key, String value) {
    return switch (key) {
      case "error", "error.object" -> !value.equals("false");
      case "event" -> value.equals("error");
      case "http.status_code" -> Integer.parseInt(value) >= 400;
      case "grpc.status" -> !value.equals("OK");
      default -> false;
    };
  }

  private static Optional<Path> folder() {
    Path root = Path.of("").toAbsolutePath();
    while (root != null
        && !Files.exists(root.resolve("tracemill"))
        && !Files.exists(root.resolve("job"))) {
      root = root.getParent();
    }
    return Optional.ofNullable(root)
        .map(path -> path.resolve("../shared/conformance").normalize())
        .filter(Files::isDirectory);
  }

  private static Stream<Path> jsonFiles(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(".json")).sorted().toList().stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Stream<JsonNode> cases(Path file) {
    try {
      List<JsonNode> cases = new ArrayList<>();
      JSON.readTree(file.toFile()).forEach(cases::add);
      return cases.stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
