package io.tracemill.cli.analyze;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.StreamSupport;

/** Compares {@code systems} and {@code quality} with the requests they describe. */
record SystemFigures(List<JsonNode> systems, List<JsonNode> quality) {
  static SystemFigures of(Path out) throws IOException {
    return new SystemFigures(
        Results.inFile(out, ResultStream.SYSTEMS), Results.inFile(out, ResultStream.QUALITY));
  }

  void assertDescribe(List<JsonNode> requests) {
    assertThat(sum(systems, window -> window.path("requests").asLong())).isEqualTo(requests.size());
    assertSum("latencyNanos", requests, request -> request.path("durationNanos").asLong());
    assertSum("spansPerRequest", requests, request -> request.path("spanCount").asLong());
    assertSum("framesOnCriticalPath", requests, SystemFigures::framesOnPath);
    assertPairsAddUp("skewNanos", "shiftNanos", requests);
    assertPairsAddUp("clippedNanos", "clippedNanos", requests);
  }

  private static long framesOnPath(JsonNode request) {
    return StreamSupport.stream(request.path("criticalPath").spliterator(), false)
        .map(node -> node.path("service").asText() + " " + node.path("operation").asText())
        .collect(toSet())
        .size();
  }

  private void assertSum(String name, List<JsonNode> requests, ToLongFunction<JsonNode> figure) {
    double sum = 0;
    long max = 0;
    for (JsonNode window : systems) {
      for (JsonNode each : window.path("distributions")) {
        if (each.path("name").asText().equals(name)) {
          sum += each.path("mean").asDouble() * each.path("count").asLong();
          max = Math.max(max, each.path("max").asLong());
        }
      }
    }
    double expected = sum(requests, figure);
    assertThat(sum).as(name).isCloseTo(expected, within(1e-9 * expected));
    assertThat(max).as(name).isEqualTo(requests.stream().mapToLong(figure).max().orElseThrow());
  }

  private void assertPairsAddUp(String ofRequests, String ofPairs, List<JsonNode> requests) {
    List<JsonNode> pairs =
        quality.stream()
            .filter(account -> account.path("scope").asText().equals("service-pair"))
            .toList();
    assertThat(sum(pairs, pair -> pair.path("children").path(ofPairs).asLong()))
        .as(ofPairs)
        .isEqualTo(sum(requests, request -> request.path(ofRequests).asLong()));
  }

  private static long sum(List<JsonNode> records, ToLongFunction<JsonNode> figure) {
    return records.stream().mapToLong(figure).sum();
  }
}
