package io.tracemill.cli.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Recording;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.connectors.output.StreamSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two recordings of real traces, as much of them as there is. */
@Tag("slow")
@Timeout(300)
final class RealDataIT {
  private static final List<String> ANALYSED = new ArrayList<>();

  @TempDir private Path directory;

  @AfterAll
  static void sayHowManyRan() {
    System.out.println("real data: analysed " + String.join(", ", ANALYSED));
  }

  @Test
  void everyTraceOfTrainTicketIsCompleteAndTiled() throws IOException {
    check(Recording.TRAIN_TICKET);
  }

  @Test
  void everyTraceOfOnlineBoutiqueIsCompleteAndTiled() throws IOException {
    check(Recording.ONLINE_BOUTIQUE);
  }

  @Test
  void skippingTheGatewayNamesTheRealEndpointsAndChangesNothingElse() throws IOException {
    Path file = Recording.TRAIN_TICKET.file();
    Path config =
        Files.writeString(
            directory.resolve("skip.yaml"),
            "endpoints: {skip: [{service: ts-gateway-service, operation: \"*\"}]}\n");
    Path plain = analyse(file, "plain");
    Path skipped = analyse(file, "skipped", "--config", config.toString());

    assertThat(endpoints(plain)).hasSize(1);
    assertThat(endpoints(skipped)).hasSizeBetween(5, 15).doesNotContainKey("ts-gateway-service /*");
    assertThat(durations(skipped)).isEqualTo(durations(plain));
  }

  private void check(Recording recording) throws IOException {
    Path store = directory.resolve("store");
    Path out = analyse(recording.file(), "out", "--store", store.toString());
    int spans = recording.spans();
    ANALYSED.add("%,d spans of %s".formatted(spans, recording.dataset()));
    List<JsonNode> requests = Results.inFile(out, ResultStream.TRACES);
    assertThat(requests).hasSize(recording.traces());
    assertThat(requests)
        .allSatisfy(
            request -> {
              assertThat(request.path("role").asText()).isEqualTo("entry");
              assertThat(request.path("complete").asBoolean()).isTrue();
              assertThat(exclusiveNanos(request))
                  .as(request.path("traceId").asText())
                  .isEqualTo(request.path("durationNanos").asLong());
            });
    assertThat(requests.stream().mapToLong(request -> request.path("spanCount").asLong()).sum())
        .isEqualTo(spans);
    JsonNode accounts = Results.accounts(Results.inFile(out, ResultStream.QUALITY));
    assertThat(accounts.path("spans").path("used").asLong()).isEqualTo(spans);
    assertThat(Results.accountedSpans(accounts)).isEqualTo(spans);
    checkSchemas(out);
    SystemFigures.of(store).assertDescribe(requests);
  }

  private static void checkSchemas(Path out) throws IOException {
    for (ResultStream stream :
        List.of(
            ResultStream.TRACES,
            ResultStream.PROFILES,
            ResultStream.HOTSPOTS,
            ResultStream.DEPENDENCIES,
            ResultStream.QUALITY)) {
      StreamSchema schema = StreamSchema.of(stream);
      List<JsonNode> records = Results.inFile(out, stream);
      for (int i = 0; i < records.size(); i += 1 + records.size() / 100) {
        assertThat(schema.violations(records.get(i))).as("%s %d", stream, i).isEmpty();
      }
    }
  }

  private static long exclusiveNanos(JsonNode request) {
    long sum = 0;
    for (JsonNode node : request.path("criticalPath")) {
      sum += node.path("exclusiveNanos").asLong();
    }
    return sum;
  }

  private static Map<String, Integer> endpoints(Path out) throws IOException {
    Map<String, Integer> endpoints = new TreeMap<>();
    for (JsonNode profile : Results.inFile(out, ResultStream.PROFILES)) {
      JsonNode endpoint = profile.path("endpoint");
      endpoints.merge(
          endpoint.path("service").asText() + " " + endpoint.path("operation").asText(),
          1,
          Integer::sum);
    }
    return endpoints;
  }

  private static Map<String, Long> durations(Path out) throws IOException {
    Map<String, Long> durations = new TreeMap<>();
    for (JsonNode request : Results.inFile(out, ResultStream.TRACES)) {
      durations.put(request.path("traceId").asText(), request.path("durationNanos").asLong());
    }
    return durations;
  }

  private Path analyse(Path file, String name, String... more) {
    Path out = directory.resolve(name);
    String[] arguments = {"analyze", file.toString(), "--out", out.toString(), "--traces"};
    String[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    CommandLineRun run = CommandLineRun.of(all);
    assertThat(run.status()).as(run.err()).isZero();
    return out;
  }
}
