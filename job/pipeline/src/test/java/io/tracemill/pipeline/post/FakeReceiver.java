package io.tracemill.pipeline.post;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers posts as a test tells it, and keeps what it was sent. */
public final class FakeReceiver implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 30;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final BlockingQueue<JsonNode> objects = new LinkedBlockingQueue<>();
  private final BlockingQueue<Post> posts = new LinkedBlockingQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile Reply reply = FakeReceiver::accept;

  /** A request that it was sent. */
  public record Post(Headers headers, String body) {
    public String header(String name) {
      return Objects.requireNonNullElse(headers.getFirst(name), "");
    }
  }

  /** What is done with a request. */
  public interface Reply {
    void to(HttpExchange exchange) throws IOException;
  }

  private FakeReceiver(HttpServer server) {
    this.server = server;
    server.createContext("/", this::handle);
    server.setExecutor(threads);
    server.start();
  }

  public static FakeReceiver start() throws IOException {
    return new FakeReceiver(
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
  }

  public URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public void reply(Reply newReply) {
    reply = newReply;
  }

  public void replyWith(int status, String body) {
    reply = exchange -> send(exchange, status, body);
  }

  /** Says nothing until it is closed. */
  public void hang() {
    reply = exchange -> awaitQuietly();
  }

  /** The next object that it was sent, whatever it answered. */
  public JsonNode take() throws InterruptedException {
    JsonNode object = objects.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (object == null) {
      throw new AssertionError("nothing was posted");
    }
    return object;
  }

  /** The next request that it was sent. */
  public Post takePost() throws InterruptedException {
    Post post = posts.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (post == null) {
      throw new AssertionError("nothing was posted");
    }
    return post;
  }

  /** How many objects it was sent that nobody has taken. */
  public int waiting() {
    return objects.size();
  }

  /** How many requests it was sent. */
  public int requests() {
    return requests.get();
  }

  public static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  public void awaitQuietly() {
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
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      JsonNode json = JSON.readTree(body);
      (json.isArray() ? json : List.of(json)).forEach(objects::add);
      posts.add(new Post(exchange.getRequestHeaders(), body));
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
