package io.tracemill.cli.producers;

import static java.util.Comparator.comparingLong;
import static java.util.Map.entry;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.results.CommandLineRun;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import zipkin2.reporter.Encoding;

/** What {@code run} makes of the spans that real instrumentation sends through a real broker. */
@Tag("slow")
final class RealProducersIT {
  private static final int ORDERS = 5;
  private static final Duration USERS_WORK = Duration.ofMillis(60);
  private static final List<String> TOPICS = List.of("otlp_spans", "zipkin", "zipkin_json");

  private static List<JsonNode> requests = List.of();
  private static List<JsonNode> quality = List.of();

  @BeforeAll
  @Timeout(300)
  static void analyseWhatTheProducersSend(@TempDir Path directory) throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start()) {
      String servers = broker.bootstrapServers();
      TOPICS.forEach(topic -> broker.createTopic(topic, 1, Map.of()));
      orderFromTheShop(broker);
      BraveServices.serve(servers, "zipkin", Encoding.PROTO3, USERS_WORK);
      BraveServices.serve(servers, "zipkin_json", Encoding.JSON, USERS_WORK);

      String config = config(servers, directory).toString();
      CommandLineRun.of("run", "--config", config, "--create-topics", "--until-now").succeeds();
      requests = Results.inTopic(servers, ResultStream.TRACES);
      quality = Results.inTopic(servers, ResultStream.QUALITY);
    }
  }

  private static void orderFromTheShop(EmbeddedBroker broker) throws Exception {
    broker.createTopic(HttpService.PARCELS, 1, Map.of());
    try (OtlpReceiver receiver = OtlpReceiver.start(broker.bootstrapServers(), "otlp_spans");
        Shop shop = Shop.open(broker.bootstrapServers(), receiver)) {
      for (int order = 0; order < ORDERS; order++) {
        shop.order();
      }
    }
  }

  private static Path config(String bootstrapServers, Path directory) throws Exception {
    return Files.writeString(
        directory.resolve("run.yaml"),
        """
        kafka:
          bootstrap-servers: "%s"
          topics: %s
          encoding: auto
          start: earliest
        output: {traces: true}
        store: {path: "target/stores/RealProducersIT"}
        state: {directory: "%s"}
        flink: {rest.port: "0"}
        """
            .formatted(bootstrapServers, TOPICS, directory.resolve("state")));
  }

  @Test
  void everySpanIsUsedInACompleteTrace() {
    JsonNode accounts = Results.accounts(quality);
    int spans = ORDERS * Shop.SPANS_PER_ORDER + 2 * BraveServices.SPANS_PER_REQUEST;
    assertThat(accounts.at("/records/deadLettered").asInt()).isZero();
    assertThat(accounts.at("/spans/decoded").asInt()).isEqualTo(spans);
    assertThat(accounts.at("/spans/used").asInt()).isEqualTo(spans);
    assertThat(accounts.at("/traces/complete").asInt()).isEqualTo(ORDERS + 2);
    assertThat(accounts.at("/traces/incomplete").asInt()).isZero();
  }

  @Test
  void requestsAreNamedByWhatTheirServiceServes() {
    assertThat(requests.stream().collect(groupingBy(RealProducersIT::name, counting())))
        .containsOnly(
            entry("entry frontend GET /checkout", (long) ORDERS),
            entry("async shipping parcels process", (long) ORDERS),
            entry("entry web get /profile", 2L));
  }

  @Test
  void whoMadeTheCustomerWaitIsOnTheCriticalPathForAsLong() {
    assertThat(requests("frontend"))
        .allSatisfy(
            order -> {
              JsonNode payment = node(order, "bank");
              assertThat(payment.path("operation").asText()).isEqualTo("GET /payments");
              assertThat(exclusive(payment)).isGreaterThanOrEqualTo(Shop.BANK_WORK);
              assertThat(order.path("spanCount").asInt()).isEqualTo(Shop.SPANS_PER_ORDER);
            });
  }

  /** In the fastest order: the first one has to wait for classes to be loaded too. */
  @Test
  void whoMadeTheCustomerWaitIsTheLargestNode() {
    JsonNode fastest =
        requests("frontend").stream()
            .min(comparingLong(order -> order.path("durationNanos").asLong()))
            .orElseThrow();
    assertThat(largestNode(fastest)).isEqualTo(node(fastest, "bank"));
  }

  @Test
  void theConsumerIsARequestOfTheSameTraceThatNobodyWaitsFor() {
    assertThat(requests("shipping"))
        .allSatisfy(
            shipping -> {
              assertThat(exclusive(node(shipping, "shipping")))
                  .isGreaterThanOrEqualTo(Shop.SHIPPING_WORK);
              assertThat(shipping.path("spanCount").asInt()).isOne();
            });
    assertThat(requests("shipping"))
        .extracting(shipping -> shipping.path("traceId"))
        .containsExactlyInAnyOrderElementsOf(
            requests("frontend").stream().map(order -> order.path("traceId")).toList());
    assertThat(requests("frontend")).noneMatch(order -> nodes(order, "shipping").count() > 0);
  }

  @Test
  void theHalvesOfASharedSpanAreTwoSpans() {
    assertThat(requests("web"))
        .allSatisfy(
            request -> {
              assertThat(request.path("spanCount").asInt())
                  .isEqualTo(BraveServices.SPANS_PER_REQUEST);
              assertThat(largestNode(request)).isEqualTo(node(request, "users"));
              assertThat(exclusive(node(request, "users"))).isEqualTo(USERS_WORK);
            });
  }

  private static String name(JsonNode request) {
    JsonNode endpoint = request.path("endpoint");
    return String.join(
        " ",
        request.path("role").asText(),
        endpoint.path("service").asText(),
        endpoint.path("operation").asText());
  }

  /** Those that a service is the endpoint of. */
  private static List<JsonNode> requests(String service) {
    return requests.stream()
        .filter(request -> request.at("/endpoint/service").asText().equals(service))
        .toList();
  }

  /** The only node of a service on the critical path. */
  private static JsonNode node(JsonNode request, String service) {
    List<JsonNode> nodes = nodes(request, service).toList();
    assertThat(nodes).hasSize(1);
    return nodes.get(0);
  }

  private static Stream<JsonNode> nodes(JsonNode request, String service) {
    return nodes(request).filter(node -> node.path("service").asText().equals(service));
  }

  private static Stream<JsonNode> nodes(JsonNode request) {
    return StreamSupport.stream(request.path("criticalPath").spliterator(), false);
  }

  private static JsonNode largestNode(JsonNode request) {
    return nodes(request)
        .max(comparingLong(node -> node.path("exclusiveNanos").asLong()))
        .orElseThrow();
  }

  private static Duration exclusive(JsonNode node) {
    return Duration.ofNanos(node.path("exclusiveNanos").asLong());
  }
}
