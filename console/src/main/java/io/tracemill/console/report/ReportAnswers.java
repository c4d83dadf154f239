package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.connectors.output.RecordJson;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
import io.tracemill.console.api.Endpoints;
import io.tracemill.console.api.Incidents;
import io.tracemill.store.question.Overview;
import io.tracemill.store.question.TraceSearch;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The answers in a report, by the address that its pages ask. A question without an answer is left
 * out; the page then says that the report does not contain it. Incidents come first, so that they
 * are in a report that is full.
 */
final class ReportAnswers {
  private static final int MAX_ENDPOINTS = 200;
  private static final int MAX_CATEGORIES = 8;
  private static final int MAX_INCIDENTS = 100;
  private static final int MAX_ANOMALIES = 12;
  private static final int MAX_TRACES = 400;

  /** The size that a browser opens without trouble. A full report gets no more answers. */
  private static final long MAX_CHARACTERS = 60_000_000;

  /** About the newest results and all requests. */
  private static final List<String> WHOLE =
      List.of(
          "status",
          "now",
          "hotspots",
          "dependencies",
          "services",
          "stack-explanations",
          "anomalies",
          "deployments",
          "quality",
          "store/diagnosis",
          "store/distributions",
          "store/clocks");

  private static final List<String> OF_ENDPOINT =
      List.of(
          "endpoint/series",
          "endpoint/changes",
          "endpoint/mutations",
          "store/grid",
          "store/classes",
          "store/what-if",
          "store/errors",
          "store/diagnosis",
          "store/heat",
          "store/groups");

  private static final int FAILED = 500;

  private final Api api;

  /** What each question to the store asks for besides its address. */
  private final Map<String, String> time;

  private final Map<String, String> answers = new TreeMap<>();
  private long characters;
  private int traces;

  /** The times of the answer about a change: those that were compared. */
  private record Changed(Side before, Side after) {
    private record Side(long startMillis, long endMillis) {
      String range() {
        return ReportAnswers.range(new Period(startMillis, endMillis));
      }
    }
  }

  /** The part of the answer about traces that the report reads. */
  private record Traces(List<TraceSearch.Found> traces) {}

  /** The part of the answer about anomalies that the report reads. */
  private record Anomalies(List<Anomaly> records) {
    private record Anomaly(String traceId) {}
  }

  private ReportAnswers(Api api, Map<String, String> time) {
    this.api = api;
    this.time = time;
  }

  /**
   * The answers as JSON, by address.
   *
   * @param time {@code START/END} in epoch milliseconds; empty for the whole store
   */
  static Map<String, String> of(Api api, Optional<String> time) throws IOException {
    ReportAnswers report =
        new ReportAnswers(
            api,
            time.map(text -> text.split("/", 2))
                .map(ends -> Map.of("from", ends[0], "to", ends[1]))
                .orElse(Map.of()));
    report.ask();
    return report.answers;
  }

  private void ask() throws IOException {
    for (String path : WHOLE) {
      add(path, Map.of());
    }
    List<Incidents.Entry> incidents =
        add("incidents", Map.of(), Incidents.class).map(Incidents::incidents).orElse(List.of());
    for (Incidents.Entry each : incidents.subList(0, Math.min(MAX_INCIDENTS, incidents.size()))) {
      addIncident(each.incident());
    }
    List<Endpoints.Row> endpoints =
        add("endpoints", Map.of(), Endpoints.class).map(Endpoints::endpoints).orElse(List.of());
    for (Endpoints.Row each : endpoints.subList(0, Math.min(MAX_ENDPOINTS, endpoints.size()))) {
      addEndpoint(scope(each.endpoint()));
    }
  }

  private void addIncident(IncidentRecord incident) throws IOException {
    add("incident", Map.of("id", incident.id()));
    add("incident/bundle", Map.of("id", incident.id()));
    addComparison(incident);
    addDurations(incident);
    for (String trace : incident.exemplars().before()) {
      addTrace(trace);
    }
    for (String trace : incident.exemplars().after()) {
      addTrace(trace);
    }
  }

  /** The requests of the incident's first endpoint in its two ranges, as page Compare asks. */
  private void addComparison(IncidentRecord incident) throws IOException {
    Map<String, String> before = Map.of("before", range(incident.baseline()));
    Map<String, String> ranges = with(before, "after", range(incident.window()));
    for (Frame endpoint :
        incident.endpoints().subList(0, Math.min(1, incident.endpoints().size()))) {
      Map<String, String> asked = new HashMap<>(ranges);
      asked.putAll(scope(endpoint));
      Optional<Changed> changed = add("store/change", asked, Changed.class);
      if (changed.isPresent()) {
        asked.put("before", changed.get().before().range());
        asked.put("after", changed.get().after().range());
        add("store/compare", asked);
        add("store/histograms", asked);
      }
    }
  }

  /** The usual durations of the first endpoint's operations, beside which its traces stand. */
  private void addDurations(IncidentRecord incident) throws IOException {
    if (!incident.endpoints().isEmpty()) {
      Map<String, String> asked = new HashMap<>(scope(incident.endpoints().get(0)));
      asked.put("from", Long.toString(incident.baseline().startMillis()));
      asked.put("to", Long.toString(incident.baseline().endMillis()));
      add("store/durations", asked);
    }
  }

  private static String range(Period period) {
    return period.startMillis() + "/" + period.endMillis();
  }

  private void addEndpoint(Map<String, String> scope) throws IOException {
    for (String path : OF_ENDPOINT) {
      add(path, scope);
    }
    Optional<Anomalies> anomalies = add("anomalies", scope, Anomalies.class);
    for (Anomalies.Anomaly each :
        anomalies.map(Anomalies::records).orElse(List.of()).stream()
            .limit(MAX_ANOMALIES)
            .toList()) {
      addTrace(each.traceId());
    }
    Optional<EndpointProfile> profile = add("store/profile", scope, EndpointProfile.class);
    if (profile.isPresent()) {
      for (EndpointProfile.Exemplar exemplar : profile.get().exemplars()) {
        addTrace(exemplar.traceId());
      }
    }
    Optional<Overview> overview = add("store/overview", scope, Overview.class);
    if (overview.isPresent()) {
      addCategories(
          scope, overview.get().categories().stream().map(Overview.Category::category).toList());
    }
  }

  /** Each category, and how it differs from the first other one, which its page shows first. */
  private void addCategories(Map<String, String> scope, List<String> categories)
      throws IOException {
    for (String category : categories.subList(0, Math.min(MAX_CATEGORIES, categories.size()))) {
      addCategory(with(scope, "category", category));
      Optional<String> other =
          categories.stream().filter(each -> !each.equals(category)).findFirst();
      if (other.isPresent()) {
        add(
            "store/difference",
            with(with(scope, "category", other.get()), "otherCategory", category));
      }
    }
  }

  private void addCategory(Map<String, String> scope) throws IOException {
    add("store/category", scope);
    add("store/lane", scope);
    add("store/histogram", with(with(scope, "scale", "log"), "bins", "40"));
    add("store/tendency", with(scope, "buckets", "60"));
    Optional<Traces> slowest =
        add("store/traces", with(with(scope, "order", "slowest"), "limit", "12"), Traces.class);
    if (slowest.isPresent()) {
      for (TraceSearch.Found trace : slowest.get().traces()) {
        addTrace(trace.traceId());
      }
    }
  }

  private void addTrace(String id) throws IOException {
    if (traces < MAX_TRACES && add("store/trace", Map.of("id", id))) {
      traces++;
    }
  }

  private static Map<String, String> scope(Frame endpoint) {
    return Map.of("service", endpoint.service(), "operation", endpoint.operation());
  }

  private static Map<String, String> with(Map<String, String> query, String name, String value) {
    Map<String, String> more = new HashMap<>(query);
    more.put(name, value);
    return more;
  }

  /** Adds an answer, and reads it; returns empty if there is none or the report is full. */
  private <T> Optional<T> add(String path, Map<String, String> query, Class<T> type)
      throws IOException {
    return add(path, query)
        ? Optional.of(RecordJson.read(text(path, query), type))
        : Optional.empty();
  }

  private String text(String path, Map<String, String> query) {
    return answers.getOrDefault(address(path, query), "");
  }

  /** Adds an answer; returns whether the report has it. */
  private boolean add(String path, Map<String, String> query) throws IOException {
    String address = address(path, query);
    if (!answers.containsKey(address) && characters < MAX_CHARACTERS) {
      try {
        String text = new String(api.answer(path, new ApiQuery(asked(path, query))), UTF_8);
        characters += text.length();
        answers.put(address, text);
      } catch (ApiException e) {
        if (e.status() >= FAILED) {
          throw new IOException(path + ": " + e.getMessage(), e);
        }
      }
    }
    return answers.containsKey(address);
  }

  private Map<String, String> asked(String path, Map<String, String> query) {
    Map<String, String> asked = new HashMap<>(query);
    if (path.startsWith("store/") && !query.containsKey("before") && !query.containsKey("from")) {
      asked.putAll(time);
    }
    return asked;
  }

  /** The address as the pages write it: parameters sorted by name, in form encoding. */
  private static String address(String path, Map<String, String> query) {
    return query.isEmpty()
        ? path
        : new TreeMap<>(query)
            .entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
                .collect(Collectors.joining("&", path + "?", ""));
  }
}
