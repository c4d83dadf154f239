package io.tracemill.connectors.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DeadLetterTest {
  private static final StreamSchema SCHEMA = StreamSchema.of(ResultStream.DEAD_LETTERS);
  private static final byte[] KEY = {1, 2};
  private static final byte[] VALUE = {0, -1, '\n', '{'};

  @Test
  void theOriginalBytesAreKeptAndTheRestIsInHeaders() {
    ResultRecord letter = letter("not OTLP", VALUE).withBytes(1000);

    assertThat(letter.stream()).isEqualTo(ResultStream.DEAD_LETTERS);
    assertThat(letter.key()).isEqualTo(KEY);
    assertThat(letter.value()).isEqualTo(VALUE);
    assertThat(letter.timestampMillis()).isEqualTo(1234);
    assertThat(headers(letter))
        .containsExactly("topic=otlp_spans", "partition=3", "offset=42", "reason=not OTLP");
  }

  @Test
  void headersOnlyLeavesTheBytesOut() {
    ResultRecord letter = letter("not OTLP", VALUE).headersOnly();

    assertThat(letter.value()).isEmpty();
    assertThat(headers(letter)).hasSize(5).contains("originalBytes=4");
    assertThat(StreamSchema.parse(JsonLines.line(letter)).has("value")).isFalse();
    assertThat(SCHEMA.violations(JsonLines.line(letter))).isEmpty();
  }

  @Test
  void whatIsTooLargeIsCutAndSaysHowLargeItWas() {
    ResultRecord letter = letter("not OTLP", new byte[5000]).withBytes(1000);

    assertThat(letter.key().length + letter.value().length).isEqualTo(1000);
    assertThat(headers(letter)).contains("originalBytes=5000");
    assertThat(SCHEMA.violations(JsonLines.line(letter))).isEmpty();
  }

  @Test
  void aLineHasTheBytesInBase64() {
    byte[] line = JsonLines.line(letter("not \"OTLP\"", VALUE).withBytes(1000));

    assertThat(new String(line, UTF_8))
        .isEqualTo(
            """
            {"topic":"otlp_spans","partition":3,"offset":42,"timestampMillis":1234,\
            "reason":"not \\"OTLP\\"","value":"AP8Kew=="}\
            """);
  }

  @Test
  void aRecordWithoutTimeIsOfTheEpoch() {
    ResultRecord letter = new DeadLetter("t", 0, 0, -1, "r", KEY, VALUE).withBytes(1000);

    assertThat(letter.timestampMillis()).isZero();
  }

  @Property(tries = 200)
  void whateverTheBytesTheLineIsValid(@ForAll("names") String reason, @ForAll byte[] value) {
    byte[] line = JsonLines.line(letter(reason, value).withBytes(1000));

    assertThat(SCHEMA.violations(line)).isEmpty();
    assertThat(line).doesNotContain('\n');
  }

  @Test
  void otherStreamsLinesAreTheirRecordsValues() {
    ResultRecord quality = new ResultRecord(ResultStream.QUALITY, KEY, VALUE, 0);

    assertThat(JsonLines.line(quality)).isSameAs(VALUE);
  }

  @Provide
  Arbitrary<String> names() {
    return Samples.names();
  }

  private static DeadLetter letter(String reason, byte[] value) {
    return new DeadLetter("otlp_spans", 3, 42, 1234, reason, KEY, value);
  }

  private static List<String> headers(ResultRecord letter) {
    return letter.headers().stream()
        .map(header -> header.name() + "=" + new String(header.value(), UTF_8))
        .toList();
  }
}
