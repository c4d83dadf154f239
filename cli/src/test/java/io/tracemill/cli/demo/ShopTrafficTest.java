package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

final class ShopTrafficTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

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

  private static List<List<GeneratedSpan>> requests(long seed, int count) {
    ShopTraffic traffic = new ShopTraffic(List.of(), 40, START, new SplittableRandom(seed));
    List<List<GeneratedSpan>> traces = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      traces.add(traffic.next());
    }
    return traces;
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
