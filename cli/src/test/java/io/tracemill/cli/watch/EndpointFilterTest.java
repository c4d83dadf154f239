package io.tracemill.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.record.StreamRecord;
import io.tracemill.pipeline.results.PublishedRecord;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class EndpointFilterTest {
  private static final StreamRecord CART = record(Published.profile("GET /cart"));

  @Test
  void aPatternIsOfServiceAndOperation() {
    assertThat(WatchCommand.about("frontend GET /cart").test(CART)).isTrue();
    assertThat(WatchCommand.about("frontend *").test(CART)).isTrue();
    assertThat(WatchCommand.about("*/cart").test(CART)).isTrue();
    assertThat(WatchCommand.about("*").test(CART)).isTrue();
    assertThat(WatchCommand.about("frontend").test(CART)).isFalse();
    assertThat(WatchCommand.about("GET /cart").test(CART)).isFalse();
    assertThat(WatchCommand.about("FRONTEND *").test(CART)).isFalse();
  }

  @Test
  void ofSeveralEndpointsOneIsEnough() {
    StreamRecord incident = record(Published.incident("firing", ""));

    assertThat(WatchCommand.about("frontend GET /cart").test(incident)).isTrue();
    assertThat(WatchCommand.about("shop *").test(incident)).isTrue();
    assertThat(WatchCommand.about("cart *").test(incident)).isFalse();
  }

  @Test
  void recordsWithoutAnEndpointAreOfNone() {
    Predicate<StreamRecord> all = WatchCommand.about("*");

    assertThat(all.test(record(Published.accounts()))).isFalse();
    assertThat(all.test(record(Published.quality("service", "\"service\":\"frontend\""))))
        .isFalse();
  }

  private static StreamRecord record(PublishedRecord record) {
    return record.record().orElseThrow();
  }
}
