package io.tracemill.cli.analyze;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.QualityRecord;
import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.cli.screen.Page;
import io.tracemill.cli.screen.QualitySummary;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.live.HotSteps;
import io.tracemill.connectors.live.StepShare;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.sink.FileResultSinks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The summary of an analysis, read from the records it wrote. */
final class AnalysisSummary {
  private static final JsonFactory JSON = new JsonFactory();
  private static final int MAX_ENDPOINTS = 20;
  private static final int TOP_STEPS = 3;
  private static final double GATEWAY_SHARE = 0.9;
  private static final String STEPS_LEAD = "          time goes to   ";

  /** The figures of an endpoint over its windows. */
  private static final class Endpoint {
    private long requests;
    private long mostRequests;
    private long worstP95;
    private double mostErrors;
    private int windows;

    /** The time by call path in the window with the most requests. */
    private List<StepShare> steps = List.of();

    private Optional<Gateway> gateway = Optional.empty();
  }

  private final Map<String, Endpoint> endpoints = new TreeMap<>();
  private final IncidentList incidents = new IncidentList();
  private QualitySummary accounts = QualitySummary.NONE;
  private Optional<String> firstDeadLetter = Optional.empty();

  private AnalysisSummary() {}

  /** Reads the results in {@code directory}. */
  static AnalysisSummary of(Path directory) throws IOException {
    AnalysisSummary summary = new AnalysisSummary();
    forEach(FileResultSinks.file(directory, ResultStream.PROFILES), summary::addProfile);
    forEach(
        FileResultSinks.file(directory, ResultStream.QUALITY),
        line -> summary.addQuality(RecordJson.read(line, QualityRecord.class)));
    forEach(
        FileResultSinks.file(directory, ResultStream.INCIDENTS),
        line -> summary.incidents.add(RecordJson.read(line, IncidentRecord.class)));
    forEach(FileResultSinks.file(directory, ResultStream.DEAD_LETTERS), summary::addDeadLetter);
    return summary;
  }

  private interface Line {
    void accept(String json) throws IOException;
  }

  /** Returns an empty array if the stream has no file, since it is switched off. */
  private static void forEach(Path file, Line line) throws IOException {
    if (Files.notExists(file)) {
      return;
    }
    try (Stream<String> lines = Files.lines(file)) {
      for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
        line.accept(each.next());
      }
    }
  }

  private void addProfile(String line) throws IOException {
    EndpointProfile profile = RecordJson.read(line, EndpointProfile.class);
    String name = Wording.frame(profile.endpoint());
    Endpoint endpoint = endpoints.computeIfAbsent(name, added -> new Endpoint());
    long requests = profile.traceCount();
    if (requests > endpoint.mostRequests) {
      endpoint.mostRequests = requests;
      endpoint.steps = Wording.top(HotSteps.of(profile.tree()), TOP_STEPS);
      endpoint.gateway = Gateway.of(profile.endpoint().service(), profile.tree());
    }
    endpoint.requests += requests;
    endpoint.worstP95 = Math.max(endpoint.worstP95, profile.latencyNanos().p95());
    endpoint.mostErrors = Math.max(endpoint.mostErrors, profile.errorRatio().orElse(0));
    endpoint.windows++;
  }

  private void addDeadLetter(String line) throws IOException {
    if (firstDeadLetter.isPresent()) {
      return;
    }
    try (JsonParser json = JSON.createParser(line)) {
      while (firstDeadLetter.isEmpty() && json.nextToken() != JsonToken.END_OBJECT) {
        firstDeadLetter =
            "reason".equals(json.currentName())
                ? Optional.ofNullable(json.nextTextValue())
                : Optional.empty();
      }
    }
  }

  /** The losses in a phrase, if no span could be used. */
  Optional<String> totalLoss() {
    return accounts.lostAll()
        ? Optional.of(
            String.join(", ", accounts.losses())
                + firstDeadLetter.map(reason -> "; the first: " + reason).orElse(""))
        : Optional.empty();
  }

  /** The job's accounts are cumulative, so the latest one includes all others. */
  private void addQuality(QualityRecord quality) {
    QualitySummary.of(quality)
        .filter(summary -> summary.endMillis() >= accounts.endMillis())
        .ifPresent(summary -> accounts = summary);
  }

  /**
   * Prints the summary.
   *
   * @param skipped the gateways in {@code endpoints.skip}
   */
  void print(PrintWriter out, Path directory, long nanos, List<EndpointPattern> skipped)
      throws IOException {
    out.printf("%s in %s%n", accounts.counts(), Wording.duration(nanos));
    out.println(accounts.verdict());
    out.printf("%nEndpoints by their worst p95:%n");
    out.printf(
        "  %10s  %10s  %12s  %8s  %s%n",
        "worst p95", "max errors", "max requests", "windows", "endpoint");
    slowestFirst().forEach(entry -> print(out, entry.getKey(), entry.getValue()));
    if (endpoints.size() > MAX_ENDPOINTS) {
      out.printf("  and %d more%n", endpoints.size() - MAX_ENDPOINTS);
    }
    out.printf(
        "%nmax errors and max requests are those of one window. time goes to is taken from the"
            + " window with the most requests. The records are in %s%n%n",
        directory);
    gateway(skipped).forEach(out::println);
    incidents.print(out, accounts);
    out.flush();
  }

  private static void print(PrintWriter out, String name, Endpoint endpoint) {
    out.printf(
        "  %10s  %10s  %12d  %8d  %s%n",
        Wording.duration(endpoint.worstP95),
        Wording.percent(endpoint.mostErrors),
        endpoint.mostRequests,
        endpoint.windows,
        name);
    Page steps = new Page();
    String lead = STEPS_LEAD;
    for (StepShare step : endpoint.steps) {
      steps.prose(lead + "%5s  ".formatted(Wording.percent(step.share())), Wording.step(step));
      lead = " ".repeat(STEPS_LEAD.length());
    }
    out.print(steps);
  }

  /** Advises on {@code endpoints.skip} if one endpoint has nearly all requests and hides others. */
  private List<String> gateway(List<EndpointPattern> skipped) {
    long all = endpoints.values().stream().mapToLong(endpoint -> endpoint.requests).sum();
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, Endpoint> entry : endpoints.entrySet()) {
      double share = (double) entry.getValue().requests / all;
      Optional<Gateway> gateway = entry.getValue().gateway;
      if (share >= GATEWAY_SHARE && gateway.isPresent()) {
        lines.add(
            "%s of requests enter by %s, which hides %s. To see them, add this with --config:"
                .formatted(
                    Wording.percent(share),
                    entry.getKey(),
                    Wording.count(gateway.get().hidden(), "endpoint")));
        lines.addAll(gateway.get().setting(skipped));
        lines.add("");
      }
    }
    return lines;
  }

  private List<Map.Entry<String, Endpoint>> slowestFirst() {
    return endpoints.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue().worstP95))
        .limit(MAX_ENDPOINTS)
        .toList();
  }
}
