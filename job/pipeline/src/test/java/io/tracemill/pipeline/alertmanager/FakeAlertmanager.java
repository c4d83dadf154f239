package io.tracemill.pipeline.alertmanager;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers at Alertmanager's address as a test tells it, and keeps what it was sent. */
final class FakeAlertmanager implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<JsonNode> alerts = new LinkedBlockingQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Reply reply = FakeAlertmanager::accept;

  /** What is done with a request. */
  interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  private FakeAlertmanager(HttpServer server) {
    this.server = server;
    server.createContext("/api/v2/alerts", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  static FakeAlertmanager start() throws IOException {
    return new FakeAlertmanager(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  void reply(Reply newReply) {
    reply = newReply;
  }

  void replyWith(int status, String body) {
    reply = exchange -> send(exchange, status, body);
  }

  /** Says nothing until it is closed. */
  void hang() {
    reply = exchange -> awaitQuietly();
  }

  /** The next alert that it was sent, whatever it answered. */
  JsonNode take() throws InterruptedException {
    JsonNode alert = alerts.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (alert == null) {
      throw new AssertionError("nothing was posted");
    }
    return alert;
  }

  /** How many alerts it was sent that nobody has taken. */
  int waiting() {
    return alerts.size();
  }

  /** How many requests it was sent. */
  int requests() {
    return requests.get();
  }

  static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  void awaitQuietly() {
    try {
      closed.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void accept(HttpExchange exchange) throws IOException {
    send(exchange, 200, "");
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.incrementAndGet();
      JSON.readTree(exchange.getRequestBody()).forEach(alerts::add);
      reply.to(exchange);
    }
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
