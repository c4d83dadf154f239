package io.tracemill.cli.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Finding 9: CRISP's own cases as people have them, in files. {@code ConformanceTest} lets CRISP
 * say which spans failed; here the table of failures decides (semantics 1): an HTTP status, {@code
 * grpc.status} or a logged event does not make a span of unspecified kind failed.
 */
final class CrispErrorsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long START_MICROS = 1_700_000_000_000_000L;

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({
    "16, 5", // CRISP: 25, with an HTTP 400 and a gRPC NOT_FOUND
    "18, 130", // CRISP: 200, with a logged error
    "22, 0", // CRISP: 150; here and below all failures are HTTP statuses without a kind
    "23, 0", "24, 0", "25, 0"
  })
  void failuresOfCrispCasesAreThoseOfTheTable(int number, long savedMicros) throws IOException {
    Path shared = SharedFolder.find("conformance/crisp").orElse(directory);
    Assumptions.assumeTrue(!shared.equals(directory), "no ../shared/conformance/crisp");
    Path file = Files.writeString(directory.resolve("case.json"), readable(shared, number));

    String answer =
        CommandLineRun.of("query", file.toString(), "errors", "--json").succeeds().out();

    assertThat(JSON.readTree(answer).at("/savedNanos/value").asLong())
        .isEqualTo(savedMicros * 1000);
  }

  /** A case with ids and times that a tracing system can write. */
  private static String readable(Path folder, int number) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      Path file = files.filter(path -> path.endsWith(number + ".json")).findFirst().orElseThrow();
      JsonNode document = JSON.readTree(file.toFile());
      Map<String, String> ids = new HashMap<>();
      for (JsonNode span : document.at("/data/0/spans")) {
        name((ObjectNode) span, ids);
        span.get("references").forEach(reference -> name((ObjectNode) reference, ids));
        ((ObjectNode) span).put("startTime", START_MICROS + span.get("startTime").asLong());
      }
      return document.toString();
    }
  }

  private static void name(ObjectNode node, Map<String, String> ids) {
    String id = node.get("spanID").asText();
    node.put("traceID", "1");
    node.put("spanID", ids.computeIfAbsent(id, key -> "%016x".formatted(ids.size() + 1)));
  }
}
