package io.tracemill.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.connectors.output.ResultStream;
import org.junit.jupiter.api.Test;

final class ScreenStateTest {
  private final ScreenState state = Records.state();

  @Test
  void theNewestWindowOfAnEndpointCounts() {
    profile("GET /", 60, 10);
    profile("GET /", 65, 20);
    profile("GET /", 55, 30);
    assertThat(state.endpoints()).extracting(EndpointSummary::traceCount).containsExactly(20L);
  }

  @Test
  void anEndpointWithoutNewerWindowsIsForgotten() {
    profile("GET /", 60, 10);
    profile("GET /old", 60, 10);
    profile("GET /", 85, 10);
    assertThat(state.endpoints()).hasSize(2);
    profile("GET /", 90, 10);
    assertThat(state.endpoints())
        .extracting(EndpointSummary::endpoint)
        .containsExactly("frontend GET /");
  }

  @Test
  void theSlowestComesFirst() {
    state.accept(ResultStream.PROFILES, Records.profile("fast", 60, 1, 5, "[]"));
    state.accept(ResultStream.PROFILES, Records.profile("slow", 60, 1, 50, "[]"));
    assertThat(state.endpoints())
        .extracting(EndpointSummary::endpoint)
        .containsExactly("frontend slow", "frontend fast");
  }

  @Test
  void onlyTheNewestAccountsOfTheJobCount() {
    state.accept(ResultStream.QUALITY, Records.quality(60, 100, 0, 0));
    state.accept(ResultStream.QUALITY, Records.quality(55, 90, 0, 0));
    state.accept(
        ResultStream.QUALITY, Records.parse("{\"scope\":\"service\",\"service\":\"cart\"}"));
    assertThat(state.quality())
        .hasValueSatisfying(it -> assertThat(it.count("records", "received")).isEqualTo(100));
  }

  @Test
  void otherStreamsArePassedOver() {
    state.accept(ResultStream.TRACES, Records.profile("GET /", 60, 1, 5, "[]"));
    assertThat(state.hasEndpoints()).isFalse();
  }

  @Test
  void ratesLeaveOutTheTimeBeforeTheTrafficBegan() {
    EndpointSummary summary = EndpointSummary.of(Records.profile("GET /", 60, 300, 5, "[]"));
    assertThat(summary.requestsPerSecond(0)).isCloseTo(10, within(1e-9));
    assertThat(summary.requestsPerSecond(Records.START + 50_000)).isCloseTo(30, within(1e-9));
    assertThat(summary.requestsPerSecond(Records.START + 60_000)).isZero();
  }

  private void profile(String operation, int endSecond, long traces) {
    state.accept(ResultStream.PROFILES, Records.profile(operation, endSecond, traces, 5, "[]"));
  }
}
