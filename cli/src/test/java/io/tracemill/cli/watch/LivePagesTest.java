package io.tracemill.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.connectors.output.ResultStream;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class LivePagesTest {
  private final LivePages pages = pages(true);

  @Test
  void aPageComesWhenAllThatHasComeIsTakenIn() {
    pages.take(Published.profile("GET /cart"));
    assertThat(pages.news(false)).isEmpty();
    assertThat(pages.news(true)).contains("frontend GET /cart");
  }

  @Test
  void aPageThatIsLikeTheOneBeforeIsNotShownAgain() {
    assertThat(pages.news(true)).isEmpty();
    pages.take(Published.profile("GET /cart"));
    assertThat(pages.news(true)).isNotEmpty();
    pages.take(Published.profile("GET /cart"));
    assertThat(pages.news(true)).isEmpty();
  }

  @Test
  void accountsAreShownWhateverTheEndpoint() {
    pages.take(Published.profile("GET /"));
    pages.take(Published.accounts());

    assertThat(pages.foundAny()).isFalse();
    assertThat(pages.news(true)).contains("ENDPOINTS   none: ", "No data lost.");
  }

  @Test
  void recordsThatAreNoJsonObjectAreCounted() {
    pages.take(Published.json(ResultStream.PROFILES, "{"));
    pages.take(Published.json(ResultStream.QUALITY, "[]"));

    assertThat(pages.news(true)).contains("2 records that cannot be read.");
  }

  @Test
  void incidentsOfOtherEndpointsAreNotShown() {
    pages.take(Published.incidentOf("GET /", true));
    assertThat(pages.foundAny()).isFalse();
    pages.take(Published.incidentOf("GET /cart", true));
    assertThat(pages.news(true)).contains("1 firing", "PAGE", "GET /cart").doesNotContain("GET / ");
  }

  @Test
  void inAPipeOnePageIsFollowedByALineForEachChangeOfAnIncident() {
    LivePages lines = pages(false);
    lines.take(Published.profile("GET /cart"));
    lines.take(Published.incidentOf("GET /cart", true));
    assertThat(lines.news(true)).contains("INCIDENTS   1 firing", "hottest path");

    lines.take(Published.incidentOf("GET /c", true));
    lines.take(Published.incidentOf("GET /cart", true));
    lines.take(Published.incidentOf("GET /cart", false));

    assertThat(lines.news(false).lines())
        .satisfiesExactly(
            fires -> assertThat(fires).startsWith("12:00:00  PAGE ").contains("frontend GET /c is"),
            ends -> assertThat(ends).startsWith("12:00:00  resolved ").contains("GET /cart"));
    assertThat(lines.news(true)).isEmpty();
  }

  private static LivePages pages(boolean terminal) {
    return new LivePages(
        ProfileScreen.of(terminal), WatchCommand.about("frontend GET /c*"), InstantSource.system());
  }
}
