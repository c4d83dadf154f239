package io.tracemill.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import org.junit.jupiter.api.Test;

final class TimeShiftTest {
  private static final long START = 1_700_000_000_123_456_789L;

  @Test
  void recordsSpansAndEventsMoveByTheSame() {
    TimeShift shift = TimeShift.toEndAt(5_000, 3_500);

    assertThat(shift.millis(3_500)).isEqualTo(5_000);
    assertThat(shift.request(span(START, START + 7, START + 3)))
        .isEqualTo(span(START + 1_500_000_000L, START + 1_500_000_007L, START + 1_500_000_003L));
  }

  @Test
  void aTimeThatIsNotGivenStaysSo() {
    assertThat(new TimeShift(10).request(span(START, 0, 0)))
        .isEqualTo(span(START + 10_000_000, 0, 0));
  }

  private static ExportTraceServiceRequest span(long start, long end, long event) {
    Span.Builder span =
        Span.newBuilder()
            .setName("a")
            .setStartTimeUnixNano(start)
            .setEndTimeUnixNano(end)
            .addEvents(Span.Event.newBuilder().setTimeUnixNano(event));
    return ExportTraceServiceRequest.newBuilder()
        .addResourceSpans(
            ResourceSpans.newBuilder().addScopeSpans(ScopeSpans.newBuilder().addSpans(span)))
        .build();
  }
}
