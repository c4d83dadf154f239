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
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncidentPostsTest {
  private static final String HOSTILE = "a\u0000b\ud800c\u202edrow\n" + "x".repeat(100_000);

  @Test
  void aPostSaysWhatWhereAndSinceWhen() {
    AlertPost post = firing("i1", 3).post();
    assertThat(post.identity())
        .isEqualTo(
            new AlertIdentity(
                "i1",
                Severity.PAGE,
                "bank-api",
                "shop POST /checkout",
                "payment -> bank-api time"));
    assertThat(post.firing()).isTrue();
    assertThat(post.startMillis()).isEqualTo(at(0));
    assertThat(post.endMillis()).isEqualTo(at(3));
    assertThat(post.annotations())
        .containsEntry("summary", IncidentSentence.of(firing("i1", 3).explained()))
        .containsEntry("slow", "http://jaeger.example/trace/" + TestIncident.SLOW.hex())
        .containsEntry("normal", "http://jaeger.example/trace/" + TestIncident.NORMAL.hex());
    assertThat(post.link()).isEqualTo(post.annotations().get("slow"));
    assertThat(resolved("i1", 4).post().firing()).isFalse();
  }

  @Test
  void whatNeedsNobodyIsNotPosted() {
    assertThat(
            new IncidentPosts(Settings.TRACES).of(firing("i1", 3).with(Severity.INFO).explained()))
        .isEmpty();
  }

  @Test
  void withoutAnExplanationThereIsStillAPost() {
    AlertPost post =
        new IncidentPosts(Settings.TRACES)
            .of(new ExplainedIncident(firing("i1", 3).incident(), Optional.empty()))
            .orElseThrow();
    assertThat(post.link()).isEmpty();
    assertThat(post.annotations()).containsOnlyKeys("summary");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace/{traceId}", "ssh://host/{traceId}", "a b {traceId}", "http:///"})
  void aLinkThatAlertmanagerWouldRefuseIsLeftOut(String link) {
    AlertPost post = new IncidentPosts(link).of(firing("i1", 3).explained()).orElseThrow();
    assertThat(post.link()).isEmpty();
    assertThat(post.annotations()).doesNotContainKeys("slow", "normal");
  }

  @Test
  void textsAreBoundedAndPlainWhateverNamesAre() {
    AlertPost post =
        firing("i1", 3)
            .blaming(new Place.Edge(HOSTILE, HOSTILE))
            .at(Collections.nCopies(100, Frame.of(HOSTILE, HOSTILE)))
            .post();
    assertThat(post.annotations().values())
        .allSatisfy(text -> assertThat(text.length()).isLessThan(2_500))
        .allSatisfy(
            text ->
                assertThat(text.codePoints().map(Character::getType))
                    .doesNotContain(
                        (int) Character.CONTROL,
                        (int) Character.FORMAT,
                        (int) Character.SURROGATE));
    assertThat(post.identity().service()).hasSize(200);
    assertThat(post.identity().endpoint()).hasSize(200);
    assertThat(post.identity().culprit()).hasSize(200);
  }
}
