package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.MINUTE;
import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AlertTest {
  private static final long VALID = 4 * MINUTE;

  private static Map<String, Object> fields(Alert alert, long nowMillis) {
    return alert.fields(Map.of("team", "shop"), nowMillis, VALID);
  }

  @Test
  void yourLabelsStandBesideItsOwn() {
    Alert alert = firing("i1", 3).alert();
    Map<String, String> labels = new TreeMap<>(alert.labels());
    labels.put("team", "shop");
    assertThat(fields(alert, at(3)))
        .containsEntry("labels", labels)
        .containsEntry("annotations", alert.annotations());
  }

  @Test
  void firingLastsUntilALittleAfterNow() {
    assertThat(fields(firing("i1", 3).alert(), at(4)))
        .containsEntry("startsAt", "2026-11-22T03:12:00Z")
        .containsEntry("endsAt", "2026-11-22T03:20:00Z")
        .containsEntry(
            "generatorURL", "http://jaeger.example/trace/00000000000000010000000000000002");
  }

  @Test
  void withLongPanesItIsBelievedForTwoOfThem() {
    URI url = URI.create("http://host");
    assertThat(AlertmanagerSettings.of(url, Map.of(), "", 0, 5 * MINUTE).validMillis())
        .isEqualTo(10 * MINUTE);
    assertThat(AlertmanagerSettings.of(url, Map.of(), "", 0, MINUTE).validMillis())
        .isEqualTo(VALID);
  }

  @Test
  void resolvedEndedWithItsPane() {
    assertThat(fields(resolved("i1", 3).alert(), at(5)))
        .containsEntry("endsAt", "2026-11-22T03:15:00Z");
  }

  @Test
  void ifTheClockIsBehindTheSpansResolvedIsOverNow() {
    assertThat(fields(resolved("i1", 3).alert(), at(-1)))
        .containsEntry("startsAt", "2026-11-22T03:11:00Z")
        .containsEntry("endsAt", "2026-11-22T03:11:00Z");
  }
}
