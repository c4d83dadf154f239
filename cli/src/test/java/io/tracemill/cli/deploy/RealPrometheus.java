package io.tracemill.cli.deploy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.process.FreePorts;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Prometheus itself, alone on this machine, scraping one process every second. */
public final class RealPrometheus implements AutoCloseable {
  private static final int ATTEMPTS = 600;
  private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final String CONFIG =
      """
      global: {scrape_interval: 1s, evaluation_interval: 1s}
      rule_files: ["%s"]
      scrape_configs:
        - job_name: tracemill
          static_configs: [{targets: ["127.0.0.1:%d"]}]
      """;

  private final Process process;
  private final URI url;
  private final HttpClient http = HttpClient.newHttpClient();

  private RealPrometheus(Process process, URI url) {
    this.process = process;
    this.url = url;
  }

  /** Where the program of this name is, if it is installed. */
  public static Optional<Path> program(String name) {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(directory -> Path.of(directory, name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it.
   *
   * @param reporterPort where the metrics are, on this machine
   */
  public static RealPrometheus start(Path program, Path directory, Path rules, int reporterPort)
      throws Exception {
    Path config =
        Files.writeString(
            directory.resolve("prometheus.yml"), CONFIG.formatted(rules, reporterPort));
    String address = "127.0.0.1:" + FreePorts.any();
    Path log = directory.resolve("prometheus.log");
    Process process =
        new ProcessBuilder(
                program.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("prometheus"),
                "--enable-feature=exemplar-storage",
                "--web.listen-address=" + address)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    RealPrometheus started = new RealPrometheus(process, URI.create("http://" + address));
    started.awaitReady(log);
    return started;
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
    throw new AssertionError("Prometheus did not start: " + Files.readString(log));
  }

  /** What an instant query gives now: an array of series. */
  public JsonNode query(String expression) throws IOException, InterruptedException {
    JsonNode answer = json("/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8));
    if (!answer.path("status").asText().equals("success")) {
      throw new AssertionError(expression + ": " + answer);
    }
    return answer.path("data").path("result");
  }

  /** What it has under a path of its API. */
  public JsonNode json(String path) throws IOException, InterruptedException {
    return new ObjectMapper().readTree(get(path));
  }

  private String get(String path) throws IOException, InterruptedException {
    return http.send(HttpRequest.newBuilder(url.resolve(path)).build(), BodyHandlers.ofString())
        .body();
  }

  @Override
  public void close() throws Exception {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
