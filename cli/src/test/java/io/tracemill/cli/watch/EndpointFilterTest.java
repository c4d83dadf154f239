package io.tracemill.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.pipeline.results.PublishedRecord;
import org.junit.jupiter.api.Test;

final class EndpointFilterTest {
  private static final StreamRecord CART = record(Published.profile("GET /cart"));

  @Test
  void aPatternIsOfServiceAndOperation() {
    assertThat(new EndpointFilter("frontend GET /cart").test(CART)).isTrue();
    assertThat(new EndpointFilter("frontend *").test(CART)).isTrue();
    assertThat(new EndpointFilter("*/cart").test(CART)).isTrue();
    assertThat(new EndpointFilter("*").test(CART)).isTrue();
    assertThat(new EndpointFilter("frontend").test(CART)).isFalse();
    assertThat(new EndpointFilter("GET /cart").test(CART)).isFalse();
    assertThat(new EndpointFilter("FRONTEND *").test(CART)).isFalse();
  }

  @Test
  void ofSeveralEndpointsOneIsEnough() {
    StreamRecord incident = record(Published.incident("firing", ""));

    assertThat(new EndpointFilter("frontend GET /cart").test(incident)).isTrue();
    assertThat(new EndpointFilter("shop *").test(incident)).isTrue();
    assertThat(new EndpointFilter("cart *").test(incident)).isFalse();
  }

  @Test
  void recordsWithoutAnEndpointAreOfNone() {
    EndpointFilter all = new EndpointFilter("*");

    assertThat(all.test(record(Published.accounts()))).isFalse();
    assertThat(all.test(record(Published.quality("service", "\"service\":\"frontend\""))))
        .isFalse();
  }

  private static StreamRecord record(PublishedRecord record) {
    return record.record().orElseThrow();
  }
}
