package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.MINUTE;
import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.place.Place;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final AlertmanagerSettings SETTINGS = Settings.to(URI.create("http://host"));

  private static JsonNode alert(AlertPost post, long nowMillis) throws IOException {
    JsonNode list = JSON.readTree(new PostJson(SETTINGS).body(post, nowMillis));
    assertThat(list).hasSize(1);
    return list.get(0);
  }

  @Test
  void labelsNameTheIncidentAndNothingThatChanges() throws IOException {
    JsonNode labels = alert(firing("i1", 3).post(), at(3)).path("labels");
    JsonNode expected =
        JSON.valueToTree(
            Map.of(
                "alertname", "TracemillIncident",
                "severity", "page",
                "service", "bank-api",
                "incident", "i1",
                "endpoint", "shop POST /checkout",
                "culprit", "payment -> bank-api time",
                "team", "shop"));
    assertThat(labels).isEqualTo(expected);
  }

  @Test
  void firingLastsUntilALittleAfterNow() throws IOException {
    JsonNode alert = alert(firing("i1", 3).post(), at(4));
    assertThat(alert.path("startsAt").asText()).isEqualTo("2026-11-22T03:12:00Z");
    assertThat(alert.path("endsAt").asText()).isEqualTo("2026-11-22T03:20:00Z");
    assertThat(alert.path("generatorURL").asText())
        .isEqualTo("http://jaeger.example/trace/00000000000000010000000000000002");
  }

  @Test
  void withLongPanesItIsBelievedForTwoOfThem() throws IOException {
    AlertmanagerSettings settings =
        AlertmanagerSettings.of(URI.create("http://host"), Map.of(), "", 0, 5 * MINUTE);
    JsonNode alert = JSON.readTree(new PostJson(settings).body(firing("i1", 3).post(), at(0)));
    assertThat(alert.get(0).path("endsAt").asText()).isEqualTo("2026-11-22T03:22:00Z");
  }

  @Test
  void resolvedEndedWithItsWindow() throws IOException {
    JsonNode alert = alert(resolved("i1", 3).post(), at(5));
    assertThat(alert.path("endsAt").asText()).isEqualTo("2026-11-22T03:15:00Z");
  }

  @Test
  void whereTheClockIsBehindTheSpansResolvedIsOverNow() throws IOException {
    JsonNode alert = alert(resolved("i1", 3).post(), at(-1));
    assertThat(alert.path("endsAt").asText()).isEqualTo("2026-11-22T03:11:00Z");
    assertThat(alert.path("startsAt").asText()).isEqualTo("2026-11-22T03:11:00Z");
  }

  @Test
  void whereTheWholeRequestIsToBlameThereIsNoServiceLabel() throws IOException {
    JsonNode alert = alert(firing("i1", 3).blaming(Place.Request.WHOLE).post(), at(3));
    assertThat(alert.path("labels").has("service")).isFalse();
  }
}
