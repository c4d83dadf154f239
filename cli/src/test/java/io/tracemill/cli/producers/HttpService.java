package io.tracemill.cli.producers;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A process that serves one path: it writes to the topic of parcels if it has a {@code broker},
 * asks the {@code next} service if there is one, works for {@code work.millis}, and answers. It
 * knows nothing of tracing. It says {@code ready <port>}, and stops when its input ends.
 */
final class HttpService {
  static final String PARCELS = "parcels";

  private final HttpClient client = HttpClient.newHttpClient();
  private final Optional<URI> next =
      Optional.ofNullable(System.getProperty("next")).map(URI::create);
  private final Optional<KafkaProducer<String, String>> parcels =
      Optional.ofNullable(System.getProperty("broker")).map(HttpService::producer);
  private final long workMillis = Long.getLong("work.millis", 0);

  private HttpService() {}

  public static void main(String... arguments) throws IOException {
    HttpService service = new HttpService();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(System.getProperty("path"), service::handle);
    server.start();
    System.out.println("ready " + server.getAddress().getPort());
    System.in.transferTo(OutputStream.nullOutputStream());
    System.exit(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      parcels.ifPresent(HttpService::sendParcel);
      next.ifPresent(this::ask);
      Thread.sleep(workMillis);
      exchange.sendResponseHeaders(204, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Who asked for it does not wait for the broker.
  private static void sendParcel(KafkaProducer<String, String> parcels) {
    parcels.send(new ProducerRecord<>(PARCELS, "a parcel"));
  }

  private void ask(URI service) {
    try {
      client.send(HttpRequest.newBuilder(service).build(), BodyHandlers.discarding());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static KafkaProducer<String, String> producer(String bootstrapServers) {
    return new KafkaProducer<>(
        Map.of("bootstrap.servers", bootstrapServers),
        new StringSerializer(),
        new StringSerializer());
  }
}
