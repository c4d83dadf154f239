package io.tracemill.cli.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tracemill.analysis.request.EndpointPattern;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.config.TracemillConfig;
import org.junit.jupiter.api.Test;

class TraceFiguresTest {
  private static final TracemillConfig CONFIG = TracemillConfig.defaults();

  private static TraceFigures figures(Sample sample) {
    return new TraceFigures(sample, CONFIG);
  }

  @Test
  void aTraceAtTheEdgeOfTheStretchDoesNotCount() {
    MadeUpSample sample = new MadeUpSample();
    for (int second = 0; second < 60; second++) {
      sample.root(1000L * second, second + 1, "a", "GET /");
    }
    // 20 s after the beginning of the stretch, to 10 s before its end.
    assertThat(figures(sample.outOfTheMiddle()).traceCount()).isEqualTo(30);
    assertThat(figures(sample.whole()).traceCount()).isEqualTo(60);
  }

  @Test
  void aTraceWithoutARootIsIncomplete() {
    MadeUpSample sample = new MadeUpSample();
    sample.root(0, 1, "a", "GET /").root(0, 2, "a", "GET /").root(0, 3, "a", "GET /");
    sample.span(0, 4, 2, 1, "b", "GET /").span(0, 4, 3, 1, "b", "GET /");

    assertThat(figures(sample.whole()).completeShare()).isEqualTo(0.75);
  }

  @Test
  void aSpanBehindTheDeadlineOfItsTraceIsLate() {
    MadeUpSample sample = new MadeUpSample();
    for (int trace = 1; trace <= 9; trace++) {
      sample.root(0, trace, "a", "GET /");
    }
    sample.span(10_000, 1, 2, 1, "b", "GET /");
    sample.span(11_000, 2, 2, 1, "b", "GET /");

    assertThat(figures(sample.whole()).lateShare()).isCloseTo(1.0 / 11, within(1e-9));
    assertThat(figures(sample.whole()).spreadMillis().max()).isEqualTo(11_000);
    assertThat(figures(sample.whole()).spreadMillis().p50()).isZero();
    assertThat(figures(sample.whole()).afterRootMillis().max()).isEqualTo(11_000);
  }

  @Test
  void theShortestWaitsLeaveNoSpanLate() {
    MadeUpSample sample = new MadeUpSample();
    for (int trace = 1; trace <= 20; trace++) {
      // A leaf, 7 s later its parent the root, 3 s later another leaf.
      sample.span(0, trace, 2, 1, "b", "GET /");
      sample.root(7_000, trace, "a", "GET /");
      sample.span(10_000, trace, 3, 1, "b", "GET /");
    }
    assertThat(figures(sample.whole()).shortestWaits()).isEqualTo(new Waits(10_000, 5_000, 0));
  }

  @Test
  void noWaitHelpsWhereSpansComeHoursLater() {
    MadeUpSample sample = new MadeUpSample().root(0, 1, "a", "GET /");
    for (int minute = 0; minute <= 180; minute++) {
      sample.root(60_000L * minute, 10 + minute, "a", "GET /");
    }
    sample.span(180 * 60_000L, 1, 2, 1, "b", "GET /");

    assertThat(figures(sample.whole()).shortestWaits().lateShare()).isGreaterThan(0.001);
  }

  @Test
  void skippingAGatewayShowsWhatIsBehindIt() {
    MadeUpSample sample = new MadeUpSample();
    for (int trace = 1; trace <= 10; trace++) {
      sample.root(0, trace, "gateway", "/*");
      sample.span(0, trace, 2, 1, trace % 2 == 0 ? "orders" : "users", "GET /");
    }
    TraceFigures figures = figures(sample.whole());

    assertThat(figures.endpoints().shares())
        .containsExactly(new EndpointShares.Share(Frame.of("gateway", "/*"), 10));
    assertThat(figures.endpointsSkipping(new EndpointPattern("gateway", "*")).shares())
        .containsExactly(
            new EndpointShares.Share(Frame.of("orders", "GET /"), 5),
            new EndpointShares.Share(Frame.of("users", "GET /"), 5));
  }

  @Test
  void servicesWithoutAHostAreNamed() {
    Sample sample =
        new MadeUpSample().root(0, 1, "a", "GET /").record(0, 0, SpansWithout.host("b")).whole();

    assertThat(figures(sample).withoutHost()).containsOnlyKeys("b");
    assertThat(figures(sample).services()).isEqualTo(2);
  }

  @Test
  void openTracesAreWhatComesInTimesHowLongItStays() {
    MadeUpSample sample = new MadeUpSample();
    for (int second = 0; second <= 100; second++) {
      sample.root(1000L * second, second + 1, "a", "GET /");
    }
    MemoryEstimate estimate = figures(sample.whole()).memory(1000);

    // root-grace 10 s and an out-of-orderness of 1 s
    assertThat(estimate.openSeconds()).isEqualTo(11);
    assertThat(estimate.bytesPerSpan()).isBetween(450.0, 550.0);
    assertThat((double) estimate.openBytes())
        .isCloseTo(11_000 * estimate.bytesPerSpan(), within(1.0));
    assertThat(estimate.tombstoneBytes()).isEqualTo(60 * 1000 * 50);
    assertThat(estimate.profileBytes()).isPositive();
  }
}
