package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.post.TestIncident.at;
import static io.tracemill.pipeline.post.TestIncident.firing;
import static io.tracemill.pipeline.post.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.explanation.ExplainedIncident;
import io.tracemill.analysis.explanation.IncidentSentence;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.post.TestIncident;
import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AlertTest {
  private static final String HOSTILE = "a\u0000b\ud800c\u202edrow\n" + "x".repeat(100_000);

  @Test
  void anAlertSaysWhatWhereAndSinceWhen() {
    Alert alert = Settings.alert(firing("i1", 3).ownedBy("payments"));
    assertThat(alert.labels())
        .isEqualTo(
            Map.of(
                "alertname", "TracemillIncident",
                "severity", "page",
                "service", "bank-api",
                "incident", "i1",
                "owner", "payments",
                "endpoint", "shop POST /checkout",
                "culprit", "payment -> bank-api time",
                "team", "shop"))
        .containsKeys(AlertmanagerSettings.OWN_LABELS.toArray(String[]::new));
    assertThat(alert.annotations())
        .containsEntry("summary", IncidentSentence.of(firing("i1", 3).explained()))
        .containsEntry("console", "http://traces.example/#/incident?id=i1")
        .containsEntry("slow", "http://jaeger.example/trace/" + TestIncident.SLOW.hex())
        .containsEntry("normal", "http://jaeger.example/trace/" + TestIncident.NORMAL.hex());
  }

  @Test
  void firingLastsUntilALittleAfterNow() {
    Alert alert = Settings.alert(firing("i1", 3));
    assertThat(alert.fields(at(4)))
        .isEqualTo(
            Map.of(
                "labels", alert.labels(),
                "annotations", alert.annotations(),
                "startsAt", "2026-11-22T03:12:00Z",
                "endsAt", "2026-11-22T03:20:00Z",
                "generatorURL", "http://traces.example/#/incident?id=i1"));
  }

  @Test
  void resolvedEndedWithItsPane() {
    assertThat(Settings.alert(resolved("i1", 3)).fields(at(5)))
        .containsEntry("endsAt", "2026-11-22T03:15:00Z");
  }

  @Test
  void ifTheClockIsBehindTheSpansResolvedIsOverNow() {
    assertThat(Settings.alert(resolved("i1", 3)).fields(at(-1)))
        .containsEntry("startsAt", "2026-11-22T03:11:00Z")
        .containsEntry("endsAt", "2026-11-22T03:11:00Z");
  }

  @Test
  void ifTheWholeRequestIsToBlameTheServiceIsEmpty() {
    assertThat(Settings.alert(firing("i1", 3).blaming(Place.Request.WHOLE)).labels())
        .containsEntry("service", "");
  }

  @Test
  void withoutAnExplanationThereIsStillAnAlert() {
    Alert alert =
        Alert.of(
            new ExplainedIncident(firing("i1", 3).incident(), Optional.empty()),
            Settings.to(URI.create("http://host")));
    assertThat(alert.annotations()).containsOnlyKeys("summary", "console");
  }

  @Test
  void textsAreBoundedAndPlainWhateverNamesAre() {
    Alert alert =
        Settings.alert(
            firing("i1", 3)
                .blaming(new Place.Edge(HOSTILE, HOSTILE))
                .at(Collections.nCopies(100, Frame.of(HOSTILE, HOSTILE))));
    assertThat(alert.annotations().values())
        .allSatisfy(text -> assertThat(text.length()).isLessThan(2_500))
        .allSatisfy(
            text ->
                assertThat(text.codePoints().map(Character::getType))
                    .doesNotContain(
                        (int) Character.CONTROL,
                        (int) Character.FORMAT,
                        (int) Character.SURROGATE));
    assertThat(alert.labels().get("service")).hasSize(200).startsWith("a b c drow x");
    assertThat(alert.labels().get("endpoint")).hasSize(200);
    assertThat(alert.labels().get("culprit")).hasSize(200);
  }
}
