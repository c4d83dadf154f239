package io.tracemill.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the alert rules and the dashboards ask Prometheus for, and what the manual says of it. */
final class MonitoringFiles {
  static final String RULES = "deploy/prometheus/tracemill.rules.yml";
  static final String RULE_TESTS = "deploy/prometheus/tracemill.rules.test.yml";
  static final String PROMETHEUS = "deploy/prometheus/prometheus.yml";
  static final String DASHBOARD = "deploy/grafana/tracemill.json";
  static final String ENDPOINTS = "deploy/grafana/endpoints.json";
  static final String OWN = "flink_taskmanager_job_task_operator_tracemill_";

  private static final Pattern METRIC = Pattern.compile("\\b(?:flink|tracemill)_\\w+");
  private static final Pattern SELECTOR =
      Pattern.compile("\\b(?:flink|tracemill)_\\w+(\\{[^}]*\\})?");
  private static final Pattern NAME = Pattern.compile("`(\\w+)`");

  private MonitoringFiles() {}

  /** The rules, each with {@code alert}, {@code expr}, {@code labels} and {@code annotations}. */
  static List<JsonNode> rules() {
    List<JsonNode> rules = new ArrayList<>();
    for (JsonNode group : ComposeFile.yaml(RULES).path("groups")) {
      group.path("rules").forEach(rules::add);
    }
    return rules;
  }

  /** The panels of a dashboard, rows too. */
  static List<JsonNode> panels(String dashboard) {
    List<JsonNode> panels = new ArrayList<>();
    ComposeFile.yaml(dashboard).path("panels").forEach(panels::add);
    return panels;
  }

  /** The expressions of rules and dashboard of the job. */
  static List<String> expressions() {
    List<String> expressions = new ArrayList<>(dashboardExpressions(DASHBOARD));
    rules().forEach(rule -> expressions.add(rule.path("expr").asText()));
    return expressions;
  }

  /** Those of a dashboard, as Grafana sends them for all jobs and a minute. */
  static List<String> dashboardExpressions(String dashboard) {
    List<String> expressions = new ArrayList<>();
    for (JsonNode panel : panels(dashboard)) {
      for (JsonNode target : panel.path("targets")) {
        expressions.add(
            target.path("expr").asText().replace("$__rate_interval", "1m").replace("$job", ".*"));
      }
    }
    return expressions;
  }

  /** The metrics that an expression is about. */
  static Set<String> metrics(String expression) {
    return found(METRIC, expression);
  }

  /** The metrics that an expression is about, each with the labels it asks for. */
  static Set<String> selectors(String expression) {
    return found(SELECTOR, expression);
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A section of the manual, without its heading. */
  static String section(String heading) {
    return Pattern.compile("\n## " + Pattern.quote(heading) + "\n(.*?)(\n## |\\z)", Pattern.DOTALL)
        .matcher(ComposeFile.text("docs/operations.md"))
        .results()
        .findFirst()
        .orElseThrow()
        .group(1);
  }

  /** What is named in the first column of tables, in the order of their rows. */
  static List<String> firstColumn(String text) {
    return text.lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .flatMap(cell -> NAME.matcher(cell).results().map(name -> name.group(1)))
        .toList();
  }
}
