package io.tracemill.console.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.console.api.Api;
import io.tracemill.console.api.ApiException;
import io.tracemill.console.api.ApiQuery;
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
  private static final int MAX_TRACES = 400;

  /** The size that a browser opens without trouble. A full report gets no more answers. */
  private static final long MAX_CHARACTERS = 60_000_000;

  private static final List<String> STREAMS =
      List.of("what-ifs", "breakdowns", "heatmaps", "changes", "diagnoses", "mutations");
  private static final int FAILED = 500;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Api api;
  private final Map<String, String> answers = new TreeMap<>();
  private long characters;
  private int traces;

  private ReportAnswers(Api api) {
    this.api = api;
  }

  /** The answers as JSON, by address. */
  static Map<String, String> of(Api api) throws IOException {
    ReportAnswers report = new ReportAnswers(api);
    report.ask();
    return report.answers;
  }

  private void ask() throws IOException {
    for (String path : List.of("status", "now")) {
      add(path, Map.of());
    }
    for (String stream : List.of("hotspots", "systems", "diagnoses", "quality")) {
      add("records", Map.of("stream", stream));
    }
    Optional<JsonNode> incidents = add("incidents", Map.of());
    if (incidents.isPresent()) {
      int count = 0;
      for (JsonNode each : incidents.get().path("incidents")) {
        if (count++ < MAX_INCIDENTS) {
          addIncident(each.path("incident"));
        }
      }
    }
    Optional<JsonNode> endpoints = add("endpoints", Map.of());
    if (endpoints.isPresent()) {
      int count = 0;
      for (JsonNode each : endpoints.get().path("endpoints")) {
        if (count++ < MAX_ENDPOINTS) {
          addEndpoint(scope(each.path("endpoint")));
        }
      }
    }
  }

  private void addIncident(JsonNode incident) throws IOException {
    Optional<JsonNode> whole = add("incident", Map.of("id", incident.path("id").asText()));
    if (whole.isPresent()) {
      addDifference(incident, whole.get().path("mutations"));
    }
    for (JsonNode side : incident.path("exemplars")) {
      for (JsonNode trace : side) {
        addTrace(trace.asText());
      }
    }
  }

  /** Adds the comparison that an incident's page links to: its first endpoint before and after. */
  private void addDifference(JsonNode incident, JsonNode mutations) throws IOException {
    for (JsonNode mutation : mutations) {
      if (mutation.has("baseline") && incident.path("endpoints").has(0)) {
        Map<String, String> sides =
            with(
                with(
                    scope(incident.path("endpoints").path(0)),
                    "before",
                    range(mutation.path("baseline"))),
                "after",
                range(incident.path("window")));
        add("index/change", sides);
        add("index/compare", sides);
        return;
      }
    }
  }

  private static String range(JsonNode window) {
    return window.path("startMillis").asText() + "/" + window.path("endMillis").asText();
  }

  private void addEndpoint(Map<String, String> scope) throws IOException {
    add("endpoint/series", scope);
    for (String stream : STREAMS) {
      add("endpoint/records", with(scope, "stream", stream));
    }
    add("index/grid", scope);
    Optional<JsonNode> profile = add("endpoint/profile", scope);
    if (profile.isPresent()) {
      for (JsonNode exemplar : profile.get().path("exemplars")) {
        addTrace(exemplar.path("traceId").asText());
      }
    }
    Optional<JsonNode> overview = add("index/overview", scope);
    if (overview.isPresent()) {
      addCategories(scope, overview.get().path("categories").findValuesAsText("flow"));
    }
  }

  /** Each category, and how it differs from the first other one, which its page shows first. */
  private void addCategories(Map<String, String> scope, List<String> flows) throws IOException {
    for (String flow : flows.subList(0, Math.min(MAX_CATEGORIES, flows.size()))) {
      addCategory(with(scope, "flow", flow));
      Optional<String> other = flows.stream().filter(each -> !each.equals(flow)).findFirst();
      if (other.isPresent()) {
        add("index/difference", with(with(scope, "flow", other.get()), "otherFlow", flow));
      }
    }
  }

  private void addCategory(Map<String, String> scope) throws IOException {
    add("index/category", scope);
    add("index/histogram", with(with(scope, "scale", "log"), "bins", "40"));
    add("index/tendency", with(scope, "buckets", "60"));
    Optional<JsonNode> slowest =
        add("index/traces", with(with(scope, "order", "slowest"), "limit", "12"));
    if (slowest.isPresent()) {
      for (JsonNode trace : slowest.get().path("traces")) {
        addTrace(trace.path("traceId").asText());
      }
    }
  }

  private void addTrace(String id) throws IOException {
    if (traces < MAX_TRACES && add("index/trace", Map.of("id", id)).isPresent()) {
      traces++;
    }
  }

  private static Map<String, String> scope(JsonNode endpoint) {
    return Map.of(
        "service", endpoint.path("service").asText(),
        "operation", endpoint.path("operation").asText());
  }

  private static Map<String, String> with(Map<String, String> query, String name, String value) {
    Map<String, String> more = new HashMap<>(query);
    more.put(name, value);
    return more;
  }

  /** Adds an answer; returns empty if there is none or the report is full. */
  private Optional<JsonNode> add(String path, Map<String, String> query) throws IOException {
    String address = address(path, query);
    String text = answers.get(address);
    if (text == null && characters < MAX_CHARACTERS) {
      try {
        text = new String(api.answer(path, new ApiQuery(query)), UTF_8);
        characters += text.length();
        answers.put(address, text);
      } catch (ApiException e) {
        if (e.status() >= FAILED) {
          throw new IOException(path + ": " + e.getMessage(), e);
        }
      }
    }
    return text == null ? Optional.empty() : Optional.of(JSON.readTree(text));
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
