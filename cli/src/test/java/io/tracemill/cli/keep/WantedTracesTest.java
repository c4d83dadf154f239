package io.tracemill.cli.keep;

import static io.tracemill.analysis.record.KeepRecord.Reason.ANOMALY;
import static io.tracemill.analysis.record.KeepRecord.Reason.SAMPLE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.traffic.OtlpSpans;
import io.tracemill.connectors.output.RecordJson;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WantedTracesTest {
  private static final ByteString A = OtlpSpans.id(0, 1);
  private static final ByteString B = OtlpSpans.id(0, 2);

  private final WantedTraces traces = new WantedTraces(Set.of(ANOMALY), 2, 1);

  @Test
  void aTraceIsWantedAndCountedOnceHoweverOftenItIsAskedFor() {
    add(1, 10);
    add(1, 20);

    assertThat(traces.admits(A, 5, 1)).isTrue();
    assertThat(traces.admits(A, 6, 1)).isTrue();
    assertThat(traces.contains(B)).isFalse();
    assertThat(traces.totals.asked).isEqualTo(1);
    assertThat(traces.totals.found).isEqualTo(1);
  }

  @Test
  void aDecisionForAnotherReasonOnlyTellsTheTime() {
    assertThat(traces.add(decision(1, 10, SAMPLE))).isEqualTo(10);
    assertThat(traces.contains(A)).isFalse();
    assertThat(traces.totals.asked).isZero();
  }

  @Test
  void whatIsNoDecisionIsCounted() {
    assertThat(traces.add("no decision".getBytes(UTF_8))).isZero();
    assertThat(traces.totals.unreadable).isEqualTo(1);
  }

  @Test
  void theOldestDecisionGoesFirstWhenThereIsNoRoom() {
    add(1, 10);
    add(2, 20);
    add(1, 30);
    add(3, 40);

    assertThat(traces.contains(A)).isTrue();
    assertThat(traces.contains(B)).isFalse();
    assertThat(traces.totals.forgotten).isEqualTo(1);
  }

  @Test
  void whatIsOverTheBytesOfItsMinuteIsLeftOutAsAWhole() {
    add(1, 10);
    add(2, 10);
    assertThat(traces.admits(A, 0, 60)).isTrue();

    assertThat(traces.admits(B, 0, 1)).isFalse();
    assertThat(traces.admits(B, 60_000, 1)).isFalse();
    assertThat(traces.admits(A, 1, 1)).as("it was begun").isTrue();
    assertThat(traces.totals.overBudget).isEqualTo(1);
    assertThat(traces.totals.found).isEqualTo(2);
  }

  @Test
  void whatHasPassedWithoutASpanIsMissing() {
    add(1, 10);
    add(2, 20);
    traces.admits(B, 5, 1);

    traces.forgetBefore(20);
    assertThat(traces.contains(A)).isFalse();
    assertThat(traces.contains(B)).isTrue();
    traces.forgetBefore(21);
    assertThat(traces.contains(B)).isFalse();
    assertThat(traces.totals.missing).isEqualTo(1);
  }

  private void add(long trace, long millis) {
    traces.add(decision(trace, millis, ANOMALY));
  }

  static byte[] decision(long trace, long millis, KeepRecord.Reason reason) {
    String id = new TraceId(0, trace).hex();
    return RecordJson.bytes(new KeepRecord(id, reason, Frame.of("shop", "GET /"), millis));
  }
}
