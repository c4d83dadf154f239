package io.tracemill.cli.producers;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Four processes under the OpenTelemetry Java agent. The longest work of an order that its customer
 * waits for is the bank's; nobody waits for the shipping.
 *
 * <pre>
 * frontend  SERVER    |------------------------|
 *           CLIENT     |--------------------|
 * orders    SERVER      |-----------------|
 *           PRODUCER     |-|
 *           CLIENT       |-------------|
 * bank      SERVER        |-----------|           works for BANK_WORK
 * shipping  CONSUMER        |----------------|    works for SHIPPING_WORK
 * </pre>
 */
final class Shop implements AutoCloseable {
  static final Duration BANK_WORK = Duration.ofMillis(500);
  static final Duration SHIPPING_WORK = Duration.ofMillis(700);
  static final int SPANS_PER_ORDER = 7;
  private static final int OTHER_WORK_MILLIS = 20;

  private final List<AgentProcess> processes = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final OtlpReceiver receiver;
  private URI entrance = URI.create("/");

  private Shop(OtlpReceiver receiver) {
    this.receiver = receiver;
  }

  /** Opens a shop whose spans go to {@code receiver}; the topic of parcels must be there. */
  static Shop open(String broker, OtlpReceiver receiver) throws IOException {
    Shop shop = new Shop(receiver);
    try {
      shop.start(broker);
      return shop;
    } catch (IOException | RuntimeException e) {
      shop.close();
      throw e;
    }
  }

  private void start(String broker) throws IOException {
    AgentProcess shipping =
        start(
            "shipping",
            ParcelService.class,
            Map.of("work.millis", SHIPPING_WORK.toMillis(), "broker", broker));
    URI bank = serve("bank", Map.of("path", "/payments", "work.millis", BANK_WORK.toMillis()));
    URI orders =
        serve(
            "orders",
            Map.of(
                "path",
                "/orders",
                "work.millis",
                OTHER_WORK_MILLIS,
                "next",
                bank,
                "broker",
                broker));
    entrance =
        serve(
            "frontend",
            Map.of("path", "/checkout", "work.millis", OTHER_WORK_MILLIS, "next", orders));
    shipping.awaitReady();
  }

  private URI serve(String service, Map<String, Object> properties) throws IOException {
    String port = start(service, HttpService.class, properties).awaitReady();
    return URI.create("http://127.0.0.1:" + port + properties.get("path"));
  }

  private AgentProcess start(String service, Class<?> main, Map<String, Object> properties)
      throws IOException {
    AgentProcess process = AgentProcess.start(service, main, receiver.uri(), properties);
    processes.add(process);
    return process;
  }

  /** Orders once; done when all its spans are on their topic. */
  void order() throws IOException, InterruptedException {
    HttpResponse<Void> answer =
        client.send(HttpRequest.newBuilder(entrance).build(), BodyHandlers.discarding());
    if (answer.statusCode() != 204) {
      throw new IllegalStateException("The shop answered " + answer.statusCode());
    }
    receiver.awaitSpans(SPANS_PER_ORDER);
  }

  @Override
  public void close() {
    processes.forEach(AgentProcess::close);
  }
}
