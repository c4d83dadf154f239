package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class ShopTrafficTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int MANY = 20_000;

  @Property(tries = 50)
  void everyTraceHasOneRootAndNoMissingParent(@ForAll long seed) {
    for (List<GeneratedSpan> trace : requests(seed, 40)) {
      Map<Long, GeneratedSpan> byId = byId(trace);
      assertThat(byId).hasSameSizeAs(trace);
      assertThat(trace).filteredOn(ShopTrafficTest::isRoot).hasSize(1);
      assertThat(trace)
          .allMatch(span -> isRoot(span) || byId.containsKey(span.parentId()))
          .extracting(GeneratedSpan::traceId)
          .containsOnly(trace.get(0).traceId());
    }
  }

  @Property(tries = 50)
  void childrenLieWithinTheirParentsAndConsumersBehindTheirProducers(@ForAll long seed) {
    for (List<GeneratedSpan> trace : requests(seed, 40)) {
      Map<Long, GeneratedSpan> byId = byId(trace);
      trace.stream()
          .filter(span -> !isRoot(span))
          .forEach(span -> assertCausal(span, requireNonNull(byId.get(span.parentId()))));
    }
  }

  private static void assertCausal(GeneratedSpan span, GeneratedSpan parent) {
    assertThat(span.endNanos()).isGreaterThan(span.startNanos());
    if (span.kind() == SpanKind.SPAN_KIND_CONSUMER) {
      assertThat(parent.kind()).isEqualTo(SpanKind.SPAN_KIND_PRODUCER);
      assertThat(span.trueStartNanos()).isGreaterThan(parent.trueEndNanos());
    } else {
      assertThat(span.trueStartNanos()).isGreaterThanOrEqualTo(parent.trueStartNanos());
      assertThat(span.trueEndNanos()).isLessThanOrEqualTo(parent.trueEndNanos());
    }
  }

  @Property(tries = 50)
  void callsOfAnotherServiceAreClientAndServerPairs(@ForAll long seed) {
    for (List<GeneratedSpan> trace : requests(seed, 40)) {
      Map<Long, GeneratedSpan> byId = byId(trace);
      assertThat(trace)
          .filteredOn(span -> span.kind() == SpanKind.SPAN_KIND_SERVER && !isRoot(span))
          .allSatisfy(
              span -> {
                GeneratedSpan client = requireNonNull(byId.get(span.parentId()));
                assertThat(client.kind()).isEqualTo(SpanKind.SPAN_KIND_CLIENT);
                assertThat(client.name()).isEqualTo(span.name());
                assertThat(client.host().service()).isNotEqualTo(span.host().service());
              });
    }
  }

  @Property(tries = 20)
  void theSameSeedGivesTheSameSpans(@ForAll long seed) {
    assertThat(requests(seed, 100)).isEqualTo(requests(seed, 100));
  }

  @Property(tries = 20)
  void requestsStartOneAfterAnother(@ForAll long seed) {
    assertThat(requests(seed, 100))
        .extracting(trace -> root(trace).trueStartNanos())
        .isSorted()
        .allMatch(start -> start >= ShopTraffic.nanosOf(START));
  }

  @Test
  void aboutOneRequestInAHundredFails() {
    long failed = requests(1, MANY).stream().filter(trace -> root(trace).failed()).count();
    assertThat((double) failed / MANY).isCloseTo(0.01, within(0.003));
  }

  @Test
  void requestsComeAtTheRateAskedFor() {
    List<List<GeneratedSpan>> traces = requests(2, MANY);
    long nanos = root(traces.get(MANY - 1)).trueStartNanos() - ShopTraffic.nanosOf(START);
    assertThat(MANY / (nanos / 1e9)).isCloseTo(40, within(1.0));
  }

  @Test
  void theShopIsLargeEnoughToGetLostIn() {
    List<List<GeneratedSpan>> traces = requests(3, 2_000);
    assertThat(distinct(traces, span -> span.host().service())).hasSizeGreaterThanOrEqualTo(8);
    assertThat(
            traces.stream().map(trace -> root(trace).name().replaceAll("\\d+", "{id}")).distinct())
        .contains("GET /", "GET /product/{id}", "POST /cart", "POST /checkout", "GET /orders")
        .hasSizeGreaterThanOrEqualTo(5);
  }

  @Test
  void everyServiceHasTwoHostsWithClocksOfTheirOwn() {
    Set<Host> hosts = distinct(requests(4, 2_000), GeneratedSpan::host);
    assertThat(hosts.stream().collect(Collectors.groupingBy(Host::service)).values())
        .allSatisfy(ofService -> assertThat(ofService).hasSize(2));
    assertThat(hosts)
        .extracting(Host::offsetNanos)
        .doesNotHaveDuplicates()
        .allMatch(offset -> Math.abs(offset) <= ShopTraffic.MAX_OFFSET_NANOS);
  }

  @Test
  void cachesHitAndMiss() {
    Set<String> names = distinct(requests(5, 2_000), GeneratedSpan::name);
    assertThat(names).contains("redis GET product", "redis SET product", "SELECT products");
  }

  @Test
  void aCallIsTriedAgainAfterAFailure() {
    List<List<GeneratedSpan>> traces = requests(6, MANY);
    assertThat(traces)
        .anySatisfy(
            trace -> {
              assertThat(root(trace).failed()).isFalse();
              assertThat(trace)
                  .filteredOn(span -> span.name().equals("POST /authorizations"))
                  .filteredOn(span -> span.kind() == SpanKind.SPAN_KIND_SERVER)
                  .extracting(GeneratedSpan::failed)
                  .containsExactly(true, false);
            });
  }

  @Test
  void checkingOutIsTheSlowest() {
    Map<String, Double> means =
        requests(7, MANY).stream()
            .map(ShopTrafficTest::root)
            .collect(
                Collectors.groupingBy(
                    span -> span.name().replaceAll("\\d+", "{id}"),
                    Collectors.averagingLong(span -> span.endNanos() - span.startNanos())));
    double checkout = means.getOrDefault("POST /checkout", 0.0);
    assertThat(means.values()).allMatch(mean -> mean <= checkout);
  }

  private static List<List<GeneratedSpan>> requests(long seed, int count) {
    ShopTraffic traffic = new ShopTraffic(List.of(), 40, START, new SplittableRandom(seed));
    List<List<GeneratedSpan>> traces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      traces.add(traffic.next());
    }
    return traces;
  }

  private static <T> Set<T> distinct(
      List<List<GeneratedSpan>> traces, Function<GeneratedSpan, T> property) {
    Set<T> values = new HashSet<>();
    traces.forEach(trace -> trace.forEach(span -> values.add(property.apply(span))));
    return values;
  }

  private static Map<Long, GeneratedSpan> byId(List<GeneratedSpan> trace) {
    return trace.stream()
        .collect(Collectors.toMap(GeneratedSpan::spanId, Function.identity(), (a, b) -> a));
  }

  private static GeneratedSpan root(List<GeneratedSpan> trace) {
    return trace.stream().filter(ShopTrafficTest::isRoot).findFirst().orElseThrow();
  }

  private static boolean isRoot(GeneratedSpan span) {
    return span.parentId() == GeneratedSpan.NO_PARENT;
  }
}
