package io.tracemill.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.screen.ProfileScreen;
import io.tracemill.connectors.output.ResultStream;
import org.junit.jupiter.api.Test;

final class LivePagesTest {
  private final LivePages pages =
      new LivePages(new ProfileScreen(false), new EndpointFilter("frontend GET /c*"));

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
    assertThat(pages.news(true)).contains("No results yet", "No data lost.");
  }

  @Test
  void recordsThatAreNoJsonObjectAreCounted() {
    pages.take(Published.json(ResultStream.PROFILES, "{"));
    pages.take(Published.json(ResultStream.QUALITY, "[]"));

    assertThat(pages.news(true)).contains("2 records without a JSON object.");
  }
}
