package io.tracemill.console.metrics;

import static io.tracemill.console.feed.TestRecords.BUY;
import static io.tracemill.console.feed.TestRecords.MINUTE;
import static io.tracemill.console.feed.TestRecords.jobQuality;
import static io.tracemill.console.feed.TestRecords.profile;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.live.PictureLimits;
import io.tracemill.console.feed.FeedState;
import io.tracemill.console.feed.TestRecords;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dashboard uses metrics that the console has, and links to the console's pages. */
class EndpointsDashboardTest {
  private static final long NOON = 1_700_000_000_000L;
  private static final Path FILE = Path.of("..", "deploy", "grafana", "endpoints.json");
  private static final Pattern SELECTOR =
      Pattern.compile("(?<metric>tracemill_\\w+)(\\{(?<labels>[^}]*)\\})?");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=");
  private static final Pattern SHOWN = Pattern.compile("\\{\\{(\\w+)\\}\\}");

  private final Map<String, Set<String>> labelsByMetric = new HashMap<>();
  private JsonNode dashboard = new ObjectMapper().createObjectNode();

  @BeforeEach
  void read() throws IOException {
    dashboard = new ObjectMapper().readTree(FILE.toFile());
    Picture picture = new Picture(PictureLimits.LIVE);
    TestRecords.accept(picture, jobQuality(NOON - MINUTE));
    TestRecords.accept(picture, profile(BUY, NOON, 60));
    FeedState live = FeedState.of(FeedState.Kind.LIVE, 0);
    for (MetricSnapshot metric : new PictureMetrics(picture, () -> live).snapshots()) {
      if (!metric.getMetadata().getPrometheusName().startsWith("tracemill_")) {
        continue; // Grafana has a view of its own for it.
      }
      Set<String> labels = new HashSet<>(Set.of("job"));
      metric.getDataPoints().get(0).getLabels().stream().map(Label::getName).forEach(labels::add);
      labelsByMetric.put(metric.getMetadata().getPrometheusName(), labels);
    }
  }

  @Test
  void itAsksForEveryMetricOfTheConsoleAndForNoOther() {
    Set<String> asked = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        for (MatchResult match :
            SELECTOR.matcher(target.path("expr").asText()).results().toList()) {
          asked.add(match.group(1));
          assertThat(labelsByMetric).containsKey(match.group(1));
          assertThat(labelsByMetric.get(match.group(1)))
              .containsAll(groups(LABEL, match.group(3)))
              .containsAll(groups(SHOWN, target.path("legendFormat").asText()));
        }
      }
    }
    assertThat(asked).isEqualTo(labelsByMetric.keySet());
  }

  private static Set<String> groups(Pattern pattern, String text) {
    Set<String> groups = new HashSet<>();
    pattern.matcher(text).results().forEach(match -> groups.add(match.group(1)));
    return groups;
  }

  @Test
  void everyPanelLinksToThePageThatShowsMore() {
    for (JsonNode panel : dashboard.path("panels")) {
      if (panel.path("type").asText().equals("row")) {
        continue;
      }
      boolean isOfEndpoints =
          panel.at("/targets/0/expr").asText().startsWith("tracemill_endpoint_");
      assertThat(panel.at("/fieldConfig/defaults/links/0/url").asText())
          .as(panel.path("title").asText())
          .isEqualTo(
              isOfEndpoints
                  ? "${console}/#/endpoint?service=${__field.labels.service:percentencode}"
                      + "&operation=${__field.labels.operation:percentencode}"
                  : "${console}/#/now");
    }
  }

  @Test
  void theConsolesAddressIsThatOfItsDefaultPort() {
    assertThat(dashboard.at("/templating/list"))
        .filteredOn(variable -> variable.path("name").asText().equals("console"))
        .extracting(variable -> variable.path("query").asText())
        .containsExactly("http://localhost:" + TracemillConfig.defaults().get(Keys.CONSOLE_PORT));
  }
}
