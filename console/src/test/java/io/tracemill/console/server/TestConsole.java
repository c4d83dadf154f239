package io.tracemill.console.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.Console;
import io.tracemill.console.feed.Feed;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.TestRecords;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A console on a free port, with one endpoint and one incident in its picture. */
final class TestConsole implements AutoCloseable {
  static final long NOON = 1_700_000_000_000L;
  static final Access OPEN =
      new Access("127.0.0.1", Optional.empty(), Optional.empty(), Optional.empty());

  private static final int PATIENCE_MILLIS = 20_000;

  private final Console console;
  private final Picture picture = new Picture(PictureLimits.LIVE);

  private TestConsole(Access access) throws Exception {
    TestRecords.accept(picture, TestRecords.profile(TestRecords.BUY, NOON, 60));
    TestRecords.accept(picture, TestRecords.incident("a", "page", 1, NOON, NOON));
    FeedState state = FeedState.of(FeedState.Kind.LIVE, NOON);
    Feed feed = () -> state;
    InstantSource clock = InstantSource.fixed(Instant.ofEpochMilli(NOON + 5_000));
    console = Console.start(TracemillConfig.defaults(), access, 0, picture, feed, clock);
  }

  static TestConsole start(Access access) throws Exception {
    return new TestConsole(access);
  }

  /**
   * What a server sent until it closed the connection.
   *
   * @param head the lines of the headers
   */
  record Answer(int status, List<String> head, String body) {
    Optional<String> header(String name) {
      String start = name.toLowerCase(Locale.ROOT) + ":";
      return head.stream()
          .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(start))
          .map(line -> line.substring(start.length()).strip())
          .findFirst();
    }
  }

  Picture picture() {
    return picture;
  }

  URI address(String path) {
    return URI.create(console.address()).resolve(path);
  }

  int port() {
    return URI.create(console.address()).getPort();
  }

  /** Asks with the console's own host. */
  Answer ask(String method, String target, String... headers) throws IOException {
    return askHost("127.0.0.1:" + port(), method, target, headers);
  }

  /** Asks with this name in the header {@code Host}. */
  Answer askHost(String host, String method, String target, String... headers) throws IOException {
    StringBuilder request = new StringBuilder();
    request.append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    request.append("Host: ").append(host).append("\r\nConnection: close\r\n");
    List.of(headers).forEach(header -> request.append(header).append("\r\n"));
    return send(request.append("\r\n").toString());
  }

  /** Sends a body with the console's own host. */
  Answer post(String target, String body, String... headers) throws IOException {
    StringBuilder request = new StringBuilder("POST " + target + " HTTP/1.1\r\n");
    request.append("Host: 127.0.0.1:").append(port()).append("\r\nConnection: close\r\n");
    if (List.of(headers).stream().noneMatch(header -> header.startsWith("Content-Type"))) {
      request.append("Content-Type: application/json\r\n");
    }
    request.append("Content-Length: ").append(body.length()).append("\r\n");
    List.of(headers).forEach(header -> request.append(header).append("\r\n"));
    return send(request.append("\r\n").append(body).toString());
  }

  /** Sends these characters as bytes, and reads all that comes back. */
  Answer send(String bytes) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.getOutputStream().write(bytes.getBytes(ISO_8859_1));
      socket.getOutputStream().flush();
      String all = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
      String[] parts = all.split("\r\n\r\n", 2);
      List<String> head = parts[0].lines().toList();
      int status = Integer.parseInt(head.get(0).split(" ", -1)[1]);
      return new Answer(status, head.subList(1, head.size()), parts[1]);
    }
  }

  @Override
  public void close() throws Exception {
    console.close();
  }
}
