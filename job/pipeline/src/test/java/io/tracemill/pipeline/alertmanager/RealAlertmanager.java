package io.tracemill.pipeline.alertmanager;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Alertmanager itself, alone on this machine, notifying a webhook at once. */
final class RealAlertmanager implements AutoCloseable {
  private static final List<String> NAMES = List.of("prometheus-alertmanager", "alertmanager");
  private static final int ATTEMPTS = 600;
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String CONFIG =
      """
      route:
        receiver: test
        group_by: ['...']
        group_wait: 10ms
        group_interval: 10ms
        repeat_interval: 1h
      receivers:
        - name: test
          webhook_configs:
            - url: %s
              send_resolved: true
      """;

  private final Process process;
  private final URI url;

  private RealAlertmanager(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /** Where the program is, if it is installed. */
  static Optional<Path> program() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  static RealAlertmanager start(Path program, Path directory, URI webhook) throws Exception {
    Path config =
        Files.writeString(directory.resolve("alertmanager.yml"), CONFIG.formatted(webhook));
    String address = "127.0.0.1:" + freePort();
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + config,
                "--storage.path=" + directory.resolve("alertmanager"),
                "--web.listen-address=" + address,
                "--cluster.listen-address=")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("alertmanager.log").toFile())
            .start();
    RealAlertmanager started = new RealAlertmanager(process, URI.create("http://" + address));
    started.awaitReady(directory.resolve("alertmanager.log"));
    return started;
  }

  URI url() {
    return url;
  }

  /** What it has under a path of its API. */
  String get(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }

  private void awaitReady(Path log) throws Exception {
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        get("/-/ready");
        return;
      } catch (IOException e) {
        if (!process.isAlive()) {
          break;
        }
        LockSupport.parkNanos(BETWEEN_NANOS);
      }
    }
    close();
    throw new AssertionError("Alertmanager did not start: " + Files.readString(log));
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  public void close() throws Exception {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }

  static String names() {
    return String.join(" or ", NAMES);
  }
}
