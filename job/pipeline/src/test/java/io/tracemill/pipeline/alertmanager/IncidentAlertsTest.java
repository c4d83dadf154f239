package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncidentAlertsTest {
  private static final String HOSTILE = "a\u0000b\ud800c\u202edrow\n" + "x".repeat(100_000);

  @Test
  void anAlertSaysWhatWhereAndSinceWhen() {
    Alert alert = firing("i1", 3).alert();
    assertThat(alert.labels())
        .isEqualTo(
            Map.of(
                "alertname", "TracemillIncident",
                "severity", "page",
                "service", "bank-api",
                "incident", "i1",
                "endpoint", "shop POST /checkout",
                "culprit", "payment -> bank-api time"))
        .containsOnlyKeys(AlertmanagerSettings.OWN_LABELS);
    assertThat(alert.firing()).isTrue();
    assertThat(alert.startMillis()).isEqualTo(at(0));
    assertThat(alert.endMillis()).isEqualTo(at(3));
    assertThat(alert.annotations())
        .containsEntry("summary", IncidentSentence.of(firing("i1", 3).explained()))
        .containsEntry("slow", "http://jaeger.example/trace/" + TestIncident.SLOW.hex())
        .containsEntry("normal", "http://jaeger.example/trace/" + TestIncident.NORMAL.hex());
    assertThat(alert.link()).isEqualTo(alert.annotations().get("slow"));
    assertThat(resolved("i1", 4).alert().firing()).isFalse();
  }

  @Test
  void ifTheWholeRequestIsToBlameThereIsNoServiceLabel() {
    Alert alert = firing("i1", 3).blaming(Place.Request.WHOLE).alert();
    assertThat(alert.labels()).doesNotContainKey("service");
  }

  @Test
  void noticesAreNotPosted() {
    assertThat(
            new IncidentAlerts(Settings.TRACES).of(firing("i1", 3).with(Severity.INFO).explained()))
        .isEmpty();
  }

  @Test
  void withoutAnExplanationThereIsStillAnAlert() {
    Alert alert =
        new IncidentAlerts(Settings.TRACES)
            .of(new ExplainedIncident(firing("i1", 3).incident(), Optional.empty()))
            .orElseThrow();
    assertThat(alert.link()).isEmpty();
    assertThat(alert.annotations()).containsOnlyKeys("summary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace/{traceId}", "ssh://host/{traceId}", "a b {traceId}", "http:///"})
  void aLinkThatAlertmanagerWouldRefuseIsLeftOut(String link) {
    Alert alert = new IncidentAlerts(link).of(firing("i1", 3).explained()).orElseThrow();
    assertThat(alert.link()).isEmpty();
    assertThat(alert.annotations()).doesNotContainKeys("slow", "normal");
  }

  @Test
  void textsAreBoundedAndPlainWhateverNamesAre() {
    Alert alert =
        firing("i1", 3)
            .blaming(new Place.Edge(HOSTILE, HOSTILE))
            .at(Collections.nCopies(100, Frame.of(HOSTILE, HOSTILE)))
            .alert();
    assertThat(alert.annotations().values())
        .allSatisfy(text -> assertThat(text.length()).isLessThan(2_500))
        .allSatisfy(
            text ->
                assertThat(text.codePoints().map(Character::getType))
                    .doesNotContain(
                        (int) Character.CONTROL,
                        (int) Character.FORMAT,
                        (int) Character.SURROGATE));
    assertThat(alert.labels().get("service")).hasSize(200);
    assertThat(alert.labels().get("endpoint")).hasSize(200);
    assertThat(alert.labels().get("culprit")).hasSize(200);
  }
}
