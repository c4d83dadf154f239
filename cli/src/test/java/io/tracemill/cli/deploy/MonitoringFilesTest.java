package io.tracemill.cli.deploy;

import static io.tracemill.cli.deploy.MonitoringFiles.panels;
import static io.tracemill.cli.deploy.MonitoringFiles.rules;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be said of the alert rules and the dashboards without Prometheus and Grafana. */
class MonitoringFilesTest {
  private static final String METRICS = MonitoringFiles.section("Metrics");

  @Test
  void everyMetricThatRulesAndDashboardNameIsInTheManual() {
    List<String> documented = MonitoringFiles.firstColumn(METRICS);

    assertThat(MonitoringFiles.expressions())
        .hasSizeGreaterThan(50)
        .allSatisfy(
            expression ->
                assertThat(MonitoringFiles.metrics(expression))
                    .isNotEmpty()
                    .allSatisfy(
                        metric ->
                            assertThat(documented).as(metric).anyMatch(n -> isName(metric, n))));
  }

  @Test
  void everyMetricOfTheConsoleIsInTheManual() {
    assertThat(
            MonitoringFiles.metrics(
                String.join(" ", MonitoringFiles.dashboardExpressions(MonitoringFiles.ENDPOINTS))))
        .containsExactlyInAnyOrderElementsOf(
            MonitoringFiles.firstColumn(MonitoringFiles.section("Metrics of the console")));
  }

  private static boolean isName(String metric, String name) {
    return metric.startsWith(MonitoringFiles.OWN)
        ? metric.equals(MonitoringFiles.OWN + name)
        : metric.endsWith("_" + name);
  }

  @Test
  void everyAlertHasALineInTheManualThatSaysWhatToDo() {
    assertThat(MonitoringFiles.firstColumn(MonitoringFiles.section("When an alert fires")))
        .containsExactlyElementsOf(alerts());
  }

  @Test
  void everyAlertHasATestOfItsOwn() {
    JsonNode tests = ComposeFile.yaml(MonitoringFiles.RULE_TESTS).path("tests");
    Set<String> fired = new HashSet<>();
    Set<String> silent = new HashSet<>();
    for (JsonNode test : tests) {
      for (JsonNode alert : test.path("alert_rule_test")) {
        (alert.has("exp_alerts") ? fired : silent).add(alert.path("alertname").asText());
      }
    }

    assertThat(fired).containsExactlyInAnyOrderElementsOf(alerts());
    assertThat(fired).containsAll(silent);
  }

  @Test
  void everyAlertSaysHowUrgentItIsAndWhatIsWrong() {
    assertThat(rules())
        .hasSizeGreaterThan(10)
        .allSatisfy(
            rule -> {
              assertThat(rule.path("labels").path("severity").asText()).isIn("page", "ticket");
              assertThat(rule.path("annotations").path("summary").asText()).endsWith(".");
              assertThat(rule.path("expr").asText()).contains("by (job)");
            });
  }

  private static List<String> alerts() {
    return rules().stream().map(rule -> rule.path("alert").asText()).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {MonitoringFiles.DASHBOARD, MonitoringFiles.ENDPOINTS})
  void everyPanelSaysWhatItShowsAndAsksTheChosenPrometheusForTheChosenJobs(String dashboard) {
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : panels(dashboard)) {
      assertThat(ids.add(panel.path("id").asInt())).as(panel.toString()).isTrue();
      if (panel.path("type").asText().equals("row")) {
        continue;
      }
      assertThat(panel.path("description").asText()).as(panel.path("title").asText()).isNotBlank();
      assertThat(panel.path("datasource").path("uid").asText()).isEqualTo("${datasource}");
      assertThat(panel.path("targets"))
          .isNotEmpty()
          .allSatisfy(
              target ->
                  assertThat(MonitoringFiles.selectors(target.path("expr").asText()))
                      .allMatch(selector -> selector.contains("job=~\"$job\"")));
    }
  }
}
