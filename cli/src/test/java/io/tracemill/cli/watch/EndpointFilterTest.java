package io.tracemill.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.pipeline.results.PublishedRecord;
import org.junit.jupiter.api.Test;

final class EndpointFilterTest {
  private static final JsonNode CART = json(Published.profile("GET /cart"));

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
    JsonNode incident = json(Published.incident("firing", ""));

    assertThat(new EndpointFilter("frontend GET /cart").test(incident)).isTrue();
    assertThat(new EndpointFilter("shop *").test(incident)).isTrue();
    assertThat(new EndpointFilter("cart *").test(incident)).isFalse();
  }

  @Test
  void recordsWithoutAnEndpointAreOfNone() {
    EndpointFilter all = new EndpointFilter("*");

    assertThat(all.test(json(Published.accounts()))).isFalse();
    assertThat(all.test(json(Published.quality("service", "\"service\":\"frontend\"")))).isFalse();
  }

  private static JsonNode json(PublishedRecord record) {
    return record.json().orElseThrow();
  }
}
