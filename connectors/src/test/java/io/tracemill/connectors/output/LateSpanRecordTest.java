package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.quality.LateSpan;
import io.tracemill.analysis.record.LateSpanRecord;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LateSpanRecordTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.LATE_SPANS);

  private static ResultRecord write(LateSpan span) {
    return new ResultWriter(Samples.NO_LIMITS)
        .write(LateSpanRecord.of(span), span.recordTimeMillis());
  }

  @Test
  void aLateSpanIsWrittenFieldByField() {
    ResultRecord late = write(span(0xabcL, "shop", "GET /cart"));

    assertThat(new String(late.value(), UTF_8))
        .isEqualTo(
            """
            {"traceId":"0af7651916cd43dd8448eb211c80319c","spanId":"b7ad6b7169203331",\
            "parentId":"0000000000000abc","service":"shop","operation":"GET /cart",\
            "startNanos":5,"durationNanos":6,"recordTimeMillis":9,"deadlineMillis":8}\
            """);
    assertThat(new String(late.key(), UTF_8)).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    assertThat(late.timestampMillis()).isEqualTo(9);
  }

  @Test
  void aSpanWithoutParentHasNoParentId() {
    byte[] json = write(span(0, "shop", "GET /cart")).value();

    assertThat(SCHEMA.violations(json)).isEmpty();
    assertThat(StreamSchema.parse(json).has("parentId")).isFalse();
  }

  @Property(tries = 200)
  void whateverTheNamesTheRecordIsValid(
      @ForAll("names") String service, @ForAll("names") String operation) {
    assertThat(SCHEMA.violations(write(span(1, service, operation)).value())).isEmpty();
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.names();
  }

  private static LateSpan span(long parentId, String service, String operation) {
    return new LateSpan(Samples.TRACE, Samples.SPAN, parentId, service, operation, 5, 6, 9, 8);
  }
}
