package io.tracemill.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class ScenarioTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final double MILLI = 1e6;

  @Test
  void faultsComeOneAfterAnotherWithQuietBetween() {
    assertThat(Scenario.FAULTS.from(START))
        .extracting(fault -> Duration.between(START, fault.start()).toSeconds())
        .containsExactly(60L, 360L, 660L, 960L);
    assertThat(Scenario.FAULTS.from(START))
        .allSatisfy(
            fault -> assertThat(fault.end()).isEqualTo(fault.start().plus(Duration.ofMinutes(2))));
  }

  @Test
  void whileCachesMissEveryCallOfTheServiceGoesToItsDatabase() {
    List<GeneratedSpan> spans = duringTheFault(Scenario.CACHE);
    Predicate<GeneratedSpan> ofCatalog = span -> span.host().service().equals("catalog");
    assertThat(count(spans, ofCatalog.and(named("SELECT products"))))
        .isEqualTo(
            count(
                spans, ofCatalog.and(named("redis GET product").or(named("redis GET list:home")))))
        .isPositive();
    assertThat(count(spans, named("SELECT prices")))
        .isLessThan(count(spans, named("redis GET price")));
  }

  @Test
  void aSlowServiceTakesThirtyMillisecondsLonger() {
    assertThat(meanMillis(duringTheFault(Scenario.SLOW_SERVICE), "shipping"))
        .isBetween(
            meanMillis(duringTheFault(Scenario.QUIET), "shipping") + 28,
            meanMillis(duringTheFault(Scenario.QUIET), "shipping") + 34);
  }

  @Test
  void aNewVersionRunsOnHalfOfTheMachinesAndIsSlowerThanTheOld() {
    List<GeneratedSpan> served =
        duringTheFault(Scenario.CANARY).stream()
            .filter(span -> span.host().service().equals("recommendation"))
            .filter(span -> span.kind() == SpanKind.SPAN_KIND_SERVER)
            .toList();
    List<GeneratedSpan> next =
        served.stream().filter(span -> span.host().version().equals("v2")).toList();
    List<GeneratedSpan> old =
        served.stream().filter(span -> span.host().version().equals("v1")).toList();
    assertThat((double) next.size() / served.size()).isBetween(0.45, 0.55);
    assertThat(meanMillis(next, "recommendation"))
        .isBetween(meanMillis(old, "recommendation") + 25, meanMillis(old, "recommendation") + 37);
    assertThat(next).extracting(span -> span.host().name()).containsOnly("recommendation-2-v2");
  }

  @Test
  void aFailingServiceFailsOneCallInFiveAndSoDoItsCallers() {
    List<GeneratedSpan> spans = duringTheFault(Scenario.ERRORS);
    assertThat(failedShare(spans, "inventory", SpanKind.SPAN_KIND_SERVER)).isBetween(0.18, 0.22);
    assertThat(failedShare(spans, "frontend", SpanKind.SPAN_KIND_SERVER)).isGreaterThan(0.08);
    assertThat(failedShare(duringTheFault(Scenario.QUIET), "frontend", SpanKind.SPAN_KIND_SERVER))
        .isLessThan(0.03);
  }

  private static double failedShare(List<GeneratedSpan> spans, String service, SpanKind kind) {
    return spans.stream()
        .filter(span -> span.host().service().equals(service) && span.kind() == kind)
        .mapToInt(span -> span.failed() ? 1 : 0)
        .average()
        .orElseThrow();
  }

  private static List<GeneratedSpan> duringTheFault(Scenario scenario) {
    return requests(scenario, Scenario.LEAD, Fault.LENGTH);
  }

  /** All spans of the requests that start within a stretch of a scenario. */
  private static List<GeneratedSpan> requests(Scenario scenario, Duration from, Duration length) {
    ShopTraffic traffic = new ShopTraffic(scenario.from(START), 40, START, new SplittableRandom(7));
    long start = ShopTraffic.nanosOf(START.plus(from));
    List<GeneratedSpan> spans = new ArrayList<>();
    while (traffic.nextStartNanos() < start + length.toNanos()) {
      boolean wanted = traffic.nextStartNanos() >= start;
      List<GeneratedSpan> request = traffic.next();
      if (wanted) {
        spans.addAll(request);
      }
    }
    return spans;
  }

  private static Predicate<GeneratedSpan> named(String name) {
    return span -> span.name().equals(name);
  }

  private static long count(List<GeneratedSpan> spans, Predicate<GeneratedSpan> which) {
    return spans.stream().filter(which).count();
  }

  private static double meanMillis(List<GeneratedSpan> spans, String service) {
    return spans.stream()
        .filter(span -> span.host().service().equals(service))
        .filter(span -> span.kind() == SpanKind.SPAN_KIND_SERVER)
        .mapToDouble(span -> (span.endNanos() - span.startNanos()) / MILLI)
        .average()
        .orElseThrow();
  }
}
