package io.tracemill.pipeline.alertmanager;

import static io.tracemill.pipeline.alertmanager.TestIncident.at;
import static io.tracemill.pipeline.alertmanager.TestIncident.firing;
import static io.tracemill.pipeline.alertmanager.TestIncident.resolved;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.alert.Incident.Severity;
import io.tracemill.analysis.change.Culprit.EdgeCulprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.span.Frame;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncidentPostsTest {
  private static final String HOSTILE = "a\u0000b\ud800c\u202edrow\n" + "x".repeat(100_000);

  @Test
  void aPostSaysWhatWhereAndSinceWhen() {
    AlertPost post = firing("i1", 3).post();
    assertThat(post.identity()).isEqualTo(new AlertIdentity("i1", Severity.PAGE, "bank-api"));
    assertThat(post.firing()).isTrue();
    assertThat(post.startMillis()).isEqualTo(at(0));
    assertThat(post.endMillis()).isEqualTo(at(3));
    assertThat(post.annotations())
        .containsEntry("summary", "summary of i1")
        .containsEntry(
            "culprit",
            "91 % of the mean's +269 ms: waiting on payment -> bank-api, +245 ms."
                + " Not explained: 4 %.")
        .containsEntry("endpoints", "shop POST /checkout")
        .containsEntry("slow", "http://jaeger.example/trace/" + TestIncident.SLOW.hex())
        .containsEntry("normal", "http://jaeger.example/trace/" + TestIncident.NORMAL.hex());
    assertThat(post.link()).isEqualTo(post.annotations().get("slow"));
    assertThat(resolved("i1", 4).post().firing()).isFalse();
  }

  @Test
  void endpointsTracesAndTimesAreNoPartOfTheIdentity() {
    AlertPost later = firing("i1", 9).at(List.of(Frame.of("shop", "GET /cart"))).post();
    assertThat(later.identity()).isEqualTo(firing("i1", 3).post().identity());
  }

  @Test
  void theServiceOfAFrameIsItsOwn() {
    AlertPost post =
        firing("i1", 3).blaming(new FrameCulprit(Frame.of("payment", "charge"))).post();
    assertThat(post.identity().service()).isEqualTo("payment");
  }

  @Test
  void whatCallsCostIsNotSaidToBeTheirCallersOwnTime() {
    AlertPost post = firing("i1", 3).blaming(new FrameCulprit(Frame.of("cart", "get"))).post();

    assertThat(post.annotations())
        .containsEntry(
            "culprit", "91 % of the mean's +269 ms: the calls of get in cart. Not explained: 4 %.");
  }

  @Test
  void withoutCulpritsAndLinksThereIsStillAPost() {
    AlertPost post =
        new IncidentPosts("", incident -> "text").of(firing("i1", 3).blaming().incident());
    assertThat(post.identity().service()).isEmpty();
    assertThat(post.link()).isEmpty();
    assertThat(post.annotations()).containsOnlyKeys("summary", "endpoints");
  }

  @ParameterizedTest
  @ValueSource(strings = {"trace/{traceId}", "ssh://host/{traceId}", "a b {traceId}", "http:///"})
  void aLinkThatAlertmanagerWouldRefuseIsLeftOut(String link) {
    AlertPost post = new IncidentPosts(link, incident -> "text").of(firing("i1", 3).incident());
    assertThat(post.link()).isEmpty();
    assertThat(post.annotations()).doesNotContainKeys("slow", "normal");
  }

  @Test
  void textsAreBoundedAndPlainWhateverNamesAre() {
    AlertPost post =
        new IncidentPosts(Settings.TRACES, incident -> HOSTILE)
            .of(
                firing("i1", 3)
                    .blaming(new EdgeCulprit(HOSTILE, HOSTILE))
                    .at(Collections.nCopies(100, Frame.of(HOSTILE, HOSTILE)))
                    .incident());
    assertThat(post.annotations().values())
        .allSatisfy(text -> assertThat(text.length()).isLessThan(2_500));
    assertThat(post.annotations().values())
        .allSatisfy(
            text ->
                assertThat(text.codePoints().map(Character::getType))
                    .doesNotContain(
                        (int) Character.CONTROL,
                        (int) Character.FORMAT,
                        (int) Character.SURROGATE));
    assertThat(post.annotations().get("endpoints")).endsWith(" and 90 more");
    assertThat(post.annotations().get("summary"))
        .startsWith("a b\ufffdc\ufffddrow x")
        .endsWith("…");
    assertThat(post.identity().service()).hasSize(200);
  }
}
