package io.tracemill.cli.analyze;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.sink.FileResultSinks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What an analysis found, read off the records it wrote. */
final class AnalysisSummary {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_ENDPOINTS = 20;

  /** Sums over the windows of an endpoint. */
  private static final class Endpoint {
    private long requests;
    private long worstP95;
    private double mostErrors;
    private int windows;
  }

  private final Map<String, Endpoint> endpoints = new TreeMap<>();
  private final IncidentList incidents = new IncidentList();
  private QualitySummary accounts = QualitySummary.of(JSON.createObjectNode());

  private AnalysisSummary() {}

  /** Reads the results in {@code directory}. */
  static AnalysisSummary of(Path directory) throws IOException {
    AnalysisSummary summary = new AnalysisSummary();
    forEach(FileResultSinks.file(directory, ResultStream.PROFILES), summary::addProfile);
    forEach(FileResultSinks.file(directory, ResultStream.QUALITY), summary::addQuality);
    forEach(FileResultSinks.file(directory, ResultStream.INCIDENTS), summary.incidents::add);
    return summary;
  }

  private interface Line {
    void accept(JsonNode json);
  }

  /** A stream that is switched off has no file. */
  private static void forEach(Path file, Line line) throws IOException {
    if (Files.notExists(file)) {
      return;
    }
    try (Stream<String> lines = Files.lines(file)) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        line.accept(JSON.readTree(each.next()));
      }
    }
  }

  private void addProfile(JsonNode profile) {
    JsonNode frame = profile.path("endpoint");
    String name = Wording.frame(frame);
    Endpoint endpoint = endpoints.computeIfAbsent(name, added -> new Endpoint());
    endpoint.requests = Math.max(endpoint.requests, profile.path("traceCount").asLong());
    endpoint.worstP95 =
        Math.max(endpoint.worstP95, profile.path("latencyNanos").path("p95").asLong());
    endpoint.mostErrors = Math.max(endpoint.mostErrors, profile.path("errorRatio").asDouble());
    endpoint.windows++;
  }

  /** The accounts of the job are cumulative, so the latest has all of them. */
  private void addQuality(JsonNode quality) {
    if (QualitySummary.describes(quality)) {
      QualitySummary summary = QualitySummary.of(quality);
      accounts = summary.endMillis() >= accounts.endMillis() ? summary : accounts;
    }
  }

  void print(PrintWriter out, Path directory, long nanos) {
    out.printf("%s in %.1f s%n", accounts.counts(), nanos / 1e9);
    out.println(AccountsText.of(accounts));
    out.printf("%nEndpoints by their worst p95:%n");
    out.printf(
        "  %10s  %10s  %12s  %8s  %s%n",
        "worst p95", "max errors", "max requests", "windows", "endpoint");
    slowestFirst()
        .forEach(
            entry ->
                out.printf(
                    "  %7.1f ms  %10s  %12d  %8d  %s%n",
                    entry.getValue().worstP95 / 1e6,
                    Wording.percent(entry.getValue().mostErrors),
                    entry.getValue().requests,
                    entry.getValue().windows,
                    entry.getKey()));
    if (endpoints.size() > MAX_ENDPOINTS) {
      out.printf("  and %d more%n", endpoints.size() - MAX_ENDPOINTS);
    }
    out.printf("%nmax errors, max requests: of one window. The records are in %s%n%n", directory);
    incidents.print(out, accounts.windows());
    out.flush();
  }

  private List<Map.Entry<String, Endpoint>> slowestFirst() {
    return endpoints.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue().worstP95))
        .limit(MAX_ENDPOINTS)
        .toList();
  }
}
