package io.tracemill.cli.sample;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.topology.Rules;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleBuilderTest {
  @Test
  void recordsAreCountedAsTheJobWould() {
    Sample sample =
        new MadeUpSample()
            .root(0, 1, "a", "GET /")
            .record(0, 1, "not a span".getBytes(UTF_8))
            .record(0, 2, SpansWithout.id())
            .root(3 * 3_600_000, 2, "a", "GET /")
            .whole();

    assertThat(sample.counts().get(Measure.RECORDS_RECEIVED)).isEqualTo(4);
    assertThat(sample.counts().get(Measure.RECORDS_DEAD_LETTERED)).isOne();
    assertThat(sample.counts().get(Measure.CLOCK_JUMPS)).isOne();
    assertThat(sample.counts().get(Measure.SPANS_REJECTED_INVALID_SPAN_ID)).isOne();
    assertThat(sample.firstFailure()).isNotEmpty();
    assertThat(SampleSpans.kinds(sample.fragments())).isEqualTo(Map.of(SpanKind.SERVER, 2L));
  }

  @Test
  void aGapInTimeIsNoClockJumpOnceManyRecordsAgree() {
    MadeUpSample sample = new MadeUpSample().root(0, 1, "a", "GET /");
    for (int i = 0; i < 20; i++) {
      sample.root(3 * 3_600_000 + i, 2 + i, "a", "GET /");
    }
    assertThat(sample.whole().counts().get(Measure.CLOCK_JUMPS)).isZero();
    assertThat(sample.whole().fragments())
        .extracting(fragment -> fragment.timeMillis() - MadeUpSample.T0)
        .contains(0L, 3 * 3_600_000L, 3 * 3_600_000L + 19);
  }

  @Test
  void theRateIsThatOfTheStretch() {
    MadeUpSample sample = new MadeUpSample();
    for (int i = 0; i <= 100; i++) {
      sample.root(100L * i, i + 1, "a", "GET /");
    }
    assertThat(sample.whole().spansPerSecond()).isEqualTo(10.1);
    assertThat(new MadeUpSample().root(0, 1, "a", "GET /").whole().spansPerSecond()).isZero();
  }

  @Test
  void spansAreShownAsTheyWereUnderstood() {
    List<SampleSpans.Span> spans =
        SampleSpans.first(
            3,
            List.of(SpansWithout.host("b")),
            Encoding.OTLP_PROTO,
            Rules.spans(TracemillConfig.defaults()));

    assertThat(spans)
        .containsExactly(new SampleSpans.Span("b", "GET /", SpanKind.UNSPECIFIED, 10_000, ""));
  }
}
