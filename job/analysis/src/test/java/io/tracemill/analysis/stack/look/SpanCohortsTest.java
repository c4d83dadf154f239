package io.tracemill.analysis.stack.look;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.Sampled;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SpanCohortsTest {
  private static List<LocalSpan> spans(int count) {
    return IntStream.range(0, count).mapToObj(i -> Sampled.span("h", 0, 1 + i)).toList();
  }

  private static long selfMillis(LocalSpan span) {
    return span.self().nanos() / Sampled.MILLI;
  }

  @Test
  void theTailIsTwoPercentAndAtLeastTwoHundredSpans() {
    assertThat(SpanCohorts.tail(spans(20_000)).slowCount()).isEqualTo(400);
    assertThat(SpanCohorts.tail(spans(3_000)).slowCount()).isEqualTo(200);
  }

  @Test
  void theTailIsAtMostATenth() {
    assertThat(SpanCohorts.tail(spans(500)).slowCount()).isEqualTo(50);
  }

  @Test
  void theFastestTenthComesFirstAndTheSlowestLast() {
    SpanCohorts cohorts = SpanCohorts.tail(spans(100));
    assertThat(cohorts.fast())
        .extracting(SpanCohortsTest::selfMillis)
        .containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    assertThat(cohorts.slow())
        .hasSize(10)
        .last()
        .extracting(SpanCohortsTest::selfMillis)
        .isEqualTo(100L);
  }

  @Test
  void twentyBucketsHoldAllSpansTheLargerOnesFirst() {
    SpanCohorts cohorts = SpanCohorts.buckets(spans(43));
    assertThat(cohorts.bounds()).hasSize(21).startsWith(0, 3, 6, 9, 11).endsWith(43);
  }
}
