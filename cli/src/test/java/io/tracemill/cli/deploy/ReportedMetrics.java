package io.tracemill.cli.deploy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** What Flink's reporter for Prometheus answers on a port of this machine. */
final class ReportedMetrics {
  private final HttpClient http = HttpClient.newHttpClient();
  private final URI address;

  ReportedMetrics(int port) {
    address = URI.create("http://127.0.0.1:" + port + "/metrics");
  }

  /** The values of a metric in all series; none as long as nobody answers. */
  List<Double> values(String metric) throws InterruptedException {
    try {
      return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith(metric + "{"))
          .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
          .toList();
    } catch (IOException e) {
      return List.of();
    }
  }
}
