package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.connectors.output.ResultStream;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

final class ScreenStateTest {
  private final ScreenState state = Records.state();

  @Test
  void theNewestWindowOfAnEndpointCounts() {
    profile("GET /", 60, 10);
    profile("GET /", 65, 20);
    profile("GET /", 55, 30);
    assertThat(state.endpoints()).extracting(view -> view.newest().traces()).containsExactly(20L);
  }

  @Test
  void anEndpointWithoutNewerWindowsIsForgotten() {
    profile("GET /", 60, 10);
    profile("GET /old", 60, 10);
    profile("GET /", 85, 10);
    assertThat(state.endpoints()).hasSize(2);
    profile("GET /", 90, 10);
    assertThat(state.endpoints())
        .extracting(view -> view.endpoint().toString())
        .containsExactly("frontend GET /");
  }

  @Test
  void theSlowestComesFirst() {
    Records.accept(state, ResultStream.PROFILES, Records.profile("fast", 60, 1, 5, "[]"));
    Records.accept(state, ResultStream.PROFILES, Records.profile("slow", 60, 1, 50, "[]"));
    assertThat(state.endpoints())
        .extracting(view -> view.endpoint().toString())
        .containsExactly("frontend slow", "frontend fast");
  }

  @Test
  void onlyTheNewestAccountsOfTheJobCount() {
    Records.accept(state, ResultStream.QUALITY, Records.quality(60, 100, 0, 0));
    Records.accept(state, ResultStream.QUALITY, Records.quality(55, 90, 0, 0));
    Records.accept(
        state, ResultStream.QUALITY, Records.parse("{\"scope\":\"service\",\"service\":\"cart\"}"));
    assertThat(state.quality())
        .hasValueSatisfying(it -> assertThat(it.job().records().received()).isEqualTo(100));
  }

  @Test
  void otherStreamsArePassedOver() {
    Records.accept(state, ResultStream.TRACES, Records.profile("GET /", 60, 1, 5, "[]"));
    assertThat(state.hasEndpoints()).isFalse();
  }

  @Test
  void ratesLeaveOutTheTimeBeforeTheTrafficBegan() {
    assertThat(rate(0)).isCloseTo(10, within(1e-9));
    assertThat(rate(Records.START + 50_000)).isCloseTo(30, within(1e-9));
    assertThat(rate(Records.START + 60_000)).isZero();
  }

  private static double rate(long sinceMillis) {
    ScreenState since = new ScreenState(sinceMillis, 0, record -> true, InstantSource.system());
    Records.accept(since, ResultStream.PROFILES, Records.profile("GET /", 60, 300, 5, "[]"));
    return since.requestsPerSecond(since.endpoints().get(0));
  }

  private void profile(String operation, int endSecond, long traces) {
    Records.accept(
        state, ResultStream.PROFILES, Records.profile(operation, endSecond, traces, 5, "[]"));
  }
}
