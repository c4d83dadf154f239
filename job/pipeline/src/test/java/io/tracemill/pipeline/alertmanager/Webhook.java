package io.tracemill.pipeline.alertmanager;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.tracemill.pipeline.post.FakeReceiver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Whom Alertmanager tells: keeps the alerts of its notifications. */
final class Webhook implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final BlockingQueue<JsonNode> told = new LinkedBlockingQueue<>();

  private Webhook(HttpServer server) {
    this.server = server;
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            JSON.readTree(exchange.getRequestBody()).path("alerts").forEach(told::add);
            FakeReceiver.send(exchange, 200, "");
          }
        });
    server.start();
  }

  static Webhook start() throws IOException {
    return new Webhook(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  /** The alert that somebody is told next. */
  JsonNode take() throws InterruptedException {
    JsonNode alert = told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (alert == null) {
      throw new AssertionError("nobody was told");
    }
    return alert;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
