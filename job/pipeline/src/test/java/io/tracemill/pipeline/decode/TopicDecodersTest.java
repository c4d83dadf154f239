package io.tracemill.pipeline.decode;

import static io.tracemill.analysis.trace.TraceSpec.trace;
import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.formats.Detection;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.pipeline.OtlpRecords;
import io.tracemill.pipeline.assemble.FragmentCodec;
import io.tracemill.pipeline.serialization.CodecSerializer;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.EncodingProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The decode operator where the configuration leaves the encoding open. */
class TopicDecodersTest {
  private static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("dead", new InChainTypeInfo<>(DeadLetter.class));
  private static final OutputTag<QualityDelta> QUALITY =
      new OutputTag<>("quality", SmileCodec.typeOf(QualityDelta.class));
  private static final byte[] PROTO =
      OtlpRecords.record(0, ORIGIN_MILLIS, trace(1).root("a", 0, 9)).value();
  private static final byte[] INVALID =
      OtlpRecords.record(0, ORIGIN_MILLIS, trace(1).root("a", 0, 9).id(0)).value();
  private static final byte[] JSON =
      """
      {"resourceSpans":[{"scopeSpans":[{"spans":[{
        "traceId":"00000000000000000000000000000002","spanId":"0000000000000003","name":"b",
        "startTimeUnixNano":"1700000000000000000","endTimeUnixNano":"1700000000000000001"}]}]}]}
      """
          .getBytes(UTF_8);
  private static final byte[] EMPTY_OBJECT = "{}".getBytes(UTF_8);
  private static final byte[] NO_KEY = {};

  private static final List<String> ASKED = new ArrayList<>();
  private static final List<Detection> TOLD = new ArrayList<>();

  @BeforeEach
  void forget() {
    ASKED.clear();
    TOLD.clear();
  }

  /** Topics are named after their encoding. */
  private static Encoding byName(String topic, Detection record) {
    ASKED.add(topic);
    TOLD.add(record);
    return Encoding.ofLabel(topic).orElseThrow();
  }

  private static Encoding refusing(String topic, Detection record) {
    throw new IllegalStateException("asked for " + topic);
  }

  private static OneInputStreamOperatorTestHarness<EncodedRecord, Fragment> harness(
      EncodingProbe probe, int parallelism, int subtask) throws Exception {
    SpanRules rules = new SpanRules(3_600_000, Set.of(), List.of());
    OneInputStreamOperatorTestHarness<EncodedRecord, Fragment> harness =
        new OneInputStreamOperatorTestHarness<>(
            SimpleOperatorFactory.of(
                new DecodeOperator(rules, 1000, false, 60_000, probe, DEAD_LETTERS, QUALITY)),
            128,
            parallelism,
            subtask);
    harness.setup(new CodecSerializer<>(new FragmentCodec()));
    return harness;
  }

  private static void feed(
      OneInputStreamOperatorTestHarness<EncodedRecord, Fragment> harness,
      String topic,
      byte[] value)
      throws Exception {
    harness.processElement(
        new EncodedRecord(
            topic, 0, 0, ORIGIN_MILLIS, ORIGIN_MILLIS, NO_KEY, value, EncodingDetector.AUTO),
        ORIGIN_MILLIS);
  }

  @Test
  void eachTopicIsDecodedInItsOwnEncodingAndAskedForOnce() throws Exception {
    try (var harness = harness(TopicDecodersTest::byName, 1, 0)) {
      harness.open();
      feed(harness, "otlp_proto", PROTO);
      feed(harness, "otlp_json", JSON);
      feed(harness, "otlp_proto", PROTO);
      feed(harness, "otlp_json", JSON);
      assertThat(harness.extractOutputValues()).hasSize(4);
      assertThat(harness.getSideOutput(DEAD_LETTERS)).isNull();
      assertThat(ASKED).containsExactly("otlp_proto", "otlp_json");
    }
  }

  @Test
  void aRecordInAnotherEncodingThanItsTopicIsADeadLetter() throws Exception {
    try (var harness = harness(TopicDecodersTest::byName, 1, 0)) {
      harness.open();
      feed(harness, "otlp_json", PROTO);
      assertThat(harness.getSideOutput(DEAD_LETTERS)).hasSize(1);
    }
  }

  @Test
  void aRecordThatSaysNothingDecidesNothing() throws Exception {
    try (var harness = harness(TopicDecodersTest::byName, 1, 0)) {
      harness.open();
      feed(harness, "otlp_proto", EMPTY_OBJECT);
      assertThat(ASKED).isEmpty();
      feed(harness, "otlp_proto", PROTO);
      assertThat(harness.extractOutputValues()).hasSize(1);
      assertThat(harness.getSideOutput(DEAD_LETTERS)).isNull();
      assertThat(ASKED).containsExactly("otlp_proto");
    }
  }

  @Test
  void spansOfInvalidIdsCountBeforeTheEncodingIsKnown() throws Exception {
    try (var harness = harness(TopicDecodersTest::refusing, 1, 0)) {
      harness.open();
      feed(harness, "otlp_proto", INVALID);
      harness.endInput();
      assertThat(harness.getSideOutput(DEAD_LETTERS)).isNull();
      assertThat(harness.getSideOutput(QUALITY))
          .singleElement()
          .satisfies(
              out -> {
                var counts = out.getValue().counts();
                assertThat(counts.get(Measure.RECORDS_DECODED)).isEqualTo(1);
                assertThat(counts.get(Measure.SPANS_DECODED)).isEqualTo(1);
                assertThat(counts.get(Measure.rejected(RejectReason.INVALID_SPAN_ID))).isEqualTo(1);
              });
    }
  }

  /** On its own it would be malformed JSON. */
  @Test
  void anEmptyValueIsDecodedBeforeAndAfterTheEncodingIsKnown() throws Exception {
    try (var harness = harness(TopicDecodersTest::byName, 1, 0)) {
      harness.open();
      feed(harness, "otlp_json", new byte[0]);
      feed(harness, "otlp_json", JSON);
      feed(harness, "otlp_json", new byte[0]);
      harness.endInput();
      assertThat(harness.getSideOutput(DEAD_LETTERS)).isNull();
      assertThat(harness.getSideOutput(QUALITY))
          .singleElement()
          .satisfies(
              out -> assertThat(out.getValue().counts().get(Measure.RECORDS_DECODED)).isEqualTo(3));
    }
  }

  @Test
  void theProbeIsToldWhatTheRecordInHandSays() throws Exception {
    try (var harness = harness(TopicDecodersTest::byName, 1, 0)) {
      harness.open();
      feed(harness, "otlp_proto", INVALID);
      feed(harness, "otlp_proto", PROTO);
      feed(harness, "otlp_json", JSON);
    }
    assertThat(TOLD)
        .containsExactly(
            new Detection.Found(Encoding.OTLP_PROTO, 1),
            new Detection.Found(Encoding.OTLP_JSON, 1));
  }

  @Test
  void whatTheProbeThrowsLeavesTheOperator() throws Exception {
    try (var harness = harness(TopicDecodersTest::refusing, 1, 0)) {
      harness.open();
      assertThatThrownBy(() -> feed(harness, "x", PROTO)).hasMessageContaining("asked for x");
    }
  }

  /** One subtask knew one topic, one the other; after the restart there are three of them. */
  @Test
  void afterARestoreEverySubtaskKnowsWhatAnyKnew() throws Exception {
    OperatorSubtaskState checkpoint =
        AbstractStreamOperatorTestHarness.repackageState(
            checkpoint(0, "otlp_proto", PROTO), checkpoint(1, "otlp_json", JSON));
    for (int subtask = 0; subtask < 3; subtask++) {
      try (var harness = harness(TopicDecodersTest::refusing, 3, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                checkpoint, 128, 2, 3, subtask));
        harness.open();
        feed(harness, "otlp_proto", PROTO);
        feed(harness, "otlp_json", JSON);
        assertThat(harness.extractOutputValues()).hasSize(2);
      }
    }
  }

  private static OperatorSubtaskState checkpoint(int subtask, String topic, byte[] value)
      throws Exception {
    try (var harness = harness(TopicDecodersTest::byName, 2, subtask)) {
      harness.open();
      feed(harness, topic, value);
      return harness.snapshot(1, 1);
    }
  }
}
