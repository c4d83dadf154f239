package io.tracemill.pipeline.source.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.StartPosition;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.EncodedRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;

class KafkaRecordSourceTest {
  @Test
  void sourcesProduceRecordsWithoutEnd() {
    var source = source(StartPosition.Named.COMMITTED, false).source();

    assertThat(source.getBoundedness()).isEqualTo(Boundedness.CONTINUOUS_UNBOUNDED);
    assertThat(source.getProducedType()).isEqualTo(EncodedRecord.TYPE);
  }

  @Test
  void boundedSourcesEndWhereThePartitionsEnd() {
    assertThat(source(StartPosition.Named.EARLIEST, true).source().getBoundedness())
        .isEqualTo(Boundedness.BOUNDED);
  }

  @Test
  void whereNothingIsCommittedABoundedSourceBeginsAtTheEarliestRecord() {
    StartPosition committed = StartPosition.Named.COMMITTED;

    assertThat(source(committed, false).startingOffsets().getAutoOffsetResetStrategy().name())
        .isEqualTo("LATEST");
    assertThat(source(committed, true).startingOffsets().getAutoOffsetResetStrategy().name())
        .isEqualTo("EARLIEST");
  }

  @Test
  void sourcesAndWatermarksTravelWithTheJob() throws Exception {
    KafkaRecordSource spans = source(new StartPosition.At(Instant.ofEpochMilli(1000)), false);

    assertThat(InstantiationUtil.clone(spans.source())).isNotNull();
    assertThat(InstantiationUtil.clone(spans.watermarks())).isNotNull();
  }

  @Test
  void namesAndExpressionsCanBeMixed() {
    TopicSelection topics = new TopicSelection(List.of("a.b", "^jaeger-.*"));

    assertThat(topics.pattern())
        .hasValueSatisfying(
            pattern -> {
              assertThat(pattern.matcher("a.b").matches()).isTrue();
              assertThat(pattern.matcher("axb").matches()).isFalse();
              assertThat(pattern.matcher("jaeger-spans").matches()).isTrue();
              assertThat(pattern.matcher("my-jaeger-spans").matches()).isFalse();
            });
    assertThat(topics.includes("jaeger-spans")).isTrue();
    assertThat(topics.includes("axb")).isFalse();
    assertThat(new TopicSelection(List.of("a.b")).pattern()).isEmpty();
    assertThat(new TopicSelection(List.of("a.b")).includes("a.b")).isTrue();
    assertThat(new TopicSelection(List.of("a.b")).includes("axb")).isFalse();
  }

  @Test
  void noTopicIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new TopicSelection(List.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new TopicSelection(List.of("^(")));
  }

  @Test
  void onlyJobsThatReadWhatIsCommittedCanTrustCommits() {
    assertThat(source(StartPosition.Named.COMMITTED, false).followsCommits()).isTrue();
    assertThat(source(StartPosition.Named.EARLIEST, false).followsCommits()).isTrue();
    assertThat(source(StartPosition.Named.LATEST, false).followsCommits()).isFalse();
    assertThat(source(new StartPosition.At(Instant.EPOCH), false).followsCommits()).isFalse();
  }

  static KafkaRecordSource source(StartPosition start, boolean bounded) {
    return new KafkaRecordSource(
        TracemillConfig.defaults()
            .with(Keys.KAFKA_START, start)
            .with(Keys.TIME_OUT_OF_ORDERNESS, Duration.ofSeconds(5)),
        new TopicSelection(List.of("otlp_spans")),
        bounded);
  }
}
