package io.tracemill.pipeline.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.count.CountOperator;
import org.apache.flink.metrics.testutils.MetricListener;
import org.junit.jupiter.api.Test;

class EndpointMetricsTest {
  private static final Frame CART = Frame.of("cart", "op");
  private static final Frame SHOP = Frame.of("shop", "op");

  private final MetricListener flink = new MetricListener();
  private final EndpointMetrics metrics = new EndpointMetrics(flink.getMetricGroup());

  @Test
  void whatIsHeldIsTheSumOverEndpointsOfWhatEachHoldsNow() {
    metrics.holds(CART, 3);
    metrics.holds(SHOP, 10);
    metrics.holds(CART, 2);

    assertHeld(2, 12);
  }

  @Test
  void whatIsForgottenIsHeldNoLonger() {
    metrics.holds(CART, 3);
    metrics.holds(SHOP, 10);
    metrics.forgets(SHOP);
    metrics.forgets(SHOP);

    assertHeld(1, 3);
  }

  @Test
  void requestsWithoutACategoryOfTheirOwnAddUp() {
    metrics.otherCategories(CART, 3);
    metrics.otherCategories(SHOP, 4);

    assertThat(otherCategories()).isEqualTo(7);
  }

  @Test
  void requestsOfOtherEndpointsAreNotCountedTwice() {
    metrics.otherCategories(CountOperator.OTHER, 3);

    assertThat(otherCategories()).isZero();
  }

  private long otherCategories() {
    return flink
        .getCounter(MetricScope.GROUP, "requestsOfOtherCategories")
        .orElseThrow()
        .getCount();
  }

  private void assertHeld(long endpoints, long panes) {
    assertThat(gauge("endpoints")).isEqualTo(endpoints);
    assertThat(gauge("panes")).isEqualTo(panes);
  }

  private long gauge(String name) {
    return flink.<Long>getGauge(MetricScope.GROUP, name).orElseThrow().getValue();
  }
}
