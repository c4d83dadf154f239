package io.tracemill.pipeline.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.pipeline.config.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;

class KafkaEncodingProbeTest {
  private static final Detection JAEGER = new Detection.Found(Encoding.JAEGER_PROTO, 100);
  private static final Detection OTLP = new Detection.Found(Encoding.OTLP_PROTO, 1);
  private static final Detection NOTHING = new Detection.NoRecords();
  private static final Detection GARBAGE = new Detection.NotOne(1, List.of(), 1);

  private static Encoding decide(Detection first, Detection record) {
    return KafkaEncodingProbe.decide("spans", first, record);
  }

  @Test
  void theFirstRecordsDecide() {
    assertThat(decide(JAEGER, JAEGER)).isEqualTo(Encoding.JAEGER_PROTO);
  }

  @Test
  void aRecordOfNoEncodingDoesNotSpeakAgainstThem() {
    assertThat(decide(JAEGER, GARBAGE)).isEqualTo(Encoding.JAEGER_PROTO);
  }

  @Test
  void whereTheySayNothingTheRecordInHandDecides() {
    assertThat(decide(NOTHING, OTLP)).isEqualTo(Encoding.OTLP_PROTO);
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> decide(NOTHING, GARBAGE))
        .withMessageContaining("topic 'spans': 1 of 1 record fits no encoding; set");
  }

  @Test
  void sendersThatHaveChangedTheirEncodingSinceAreRefused() {
    assertThatExceptionOfType(ConfigException.class)
        .isThrownBy(() -> decide(JAEGER, OTLP))
        .withMessageContaining(
            "kafka.encoding: 'auto': topic 'spans': its first records are jaeger_proto, but"
                + " newer ones are otlp_proto; set kafka.encoding to one of otlp_proto,");
  }

  @Test
  void firstRecordsOfSeveralEncodingsAreRefused() {
    assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> decide(GARBAGE, OTLP));
  }
}
