package io.tracemill.cli.check;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.check.Finding.Verdict;
import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Detection.Fit;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncodingCheckTest {
  private static final Detection MIXED =
      new Detection.NotOne(
          10, List.of(new Fit(Encoding.OTLP_JSON, 2, ""), new Fit(Encoding.ZIPKIN_JSON, 8, "")), 0);

  private static Finding judge(String configured, Detection detection) {
    TracemillConfig config = TracemillConfig.defaults().with(Keys.KAFKA_ENCODING, configured);
    return new EncodingCheck(config).judge("spans", detection, List.of());
  }

  @Test
  void severalEncodingsAreAProblemUnlessOneIsConfigured() {
    assertThat(judge(EncodingDetector.AUTO, MIXED))
        .isEqualTo(
            Finding.problem(
                "kafka.encoding: 'auto', but of topic spans 8 of 10 records are zipkin_json, 2 are"
                    + " otlp_json",
                "kafka: {encoding: zipkin_json}"));
    assertThat(judge(Encoding.OTLP_JSON.label(), MIXED).verdict()).isEqualTo(Verdict.WARNING);
    assertThat(judge(Encoding.OTLP_PROTO.label(), MIXED).verdict()).isEqualTo(Verdict.PROBLEM);
  }

  @Test
  void aTopicThatNoEncodingFitsIsToldWithTheReason() {
    assertThat(none("[{\"traceId\":\"1\",\"id\":\"2\",\"binaryAnnotations\":[]}]"))
        .contains("1 of 1 record fits no encoding; the first: spans of Zipkin's version 1");
    assertThat(none("\f\0\0\0\1\0\0\0"))
        .contains("; the first: Zipkin's Thrift, which is not read");
  }

  private static String none(String record) {
    byte[] bytes = record.getBytes(ISO_8859_1);
    EncodingDetector detector = new EncodingDetector();
    detector.add(bytes);
    TracemillConfig config = TracemillConfig.defaults();
    return new EncodingCheck(config).judge("spans", detector.detection(), List.of(bytes)).text();
  }
}
