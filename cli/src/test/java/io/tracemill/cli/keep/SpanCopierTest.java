package io.tracemill.cli.keep;

import static io.tracemill.connectors.otlp.Requests.attribute;
import static io.tracemill.connectors.otlp.Requests.attributes;
import static io.tracemill.connectors.otlp.Requests.integer;
import static io.tracemill.connectors.otlp.Requests.request;
import static io.tracemill.connectors.otlp.Requests.resource;
import static io.tracemill.connectors.otlp.Requests.span;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.record.KeepRecord;
import io.tracemill.cli.replay.InputTopic;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.connectors.formats.EncodedRequests;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.connectors.otlp.OtlpEncoder;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SpanCopierTest {
  private static final ExportTraceServiceRequest REQUEST =
      request(
          resource(attributes("service.name", "shop"), span(1, 10, "GET /", 0, 9), one(20)),
          resource(attributes("service.name", "cart"), span(3, 30, "HGET", 2, 3), one(21)));

  private final WantedTraces traces =
      new WantedTraces(Set.of(KeepRecord.Reason.ANOMALY), 100, 1_000);
  private final MockProducer<byte[], byte[]> output = output();

  @ParameterizedTest
  @EnumSource
  void wantedSpansOfEveryEncodingBecomeOtlp(Encoding encoding) {
    traces.add(WantedTracesTest.decision(2, 10, KeepRecord.Reason.ANOMALY));
    SpanCopier copier = copier(encoding.label(), traces, output);
    EncodedRequests.encode(encoding, REQUEST).forEach(record -> copier.copy("spans", record, 7));

    List<Span> spans = output.history().stream().flatMap(SpanCopierTest::spans).toList();
    assertThat(spans).hasSize(2).allMatch(span -> span.getName().equals("post /"));
    String items = encoding.label().startsWith("zipkin") ? "string_value: \"7\"" : "int_value: 7";
    assertThat(spans).allMatch(span -> span.toString().contains(items));
    assertThat(traces.totals.spansRead).isEqualTo(4);
    assertThat(traces.totals.spansWritten).isEqualTo(2);
    assertThat(traces.totals.unreadable).isZero();
  }

  private static Stream<Span> spans(ProducerRecord<byte[], byte[]> record) {
    try {
      return ExportTraceServiceRequest.parseFrom(record.value()).getResourceSpansList().stream()
          .flatMap(resource -> resource.getScopeSpans(0).getSpansList().stream());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Span.Builder one(long id) {
    return span(2, id, "post /", 0, 1000).addAttributes(attribute("items", integer(7)));
  }

  static MockProducer<byte[], byte[]> output() {
    return new MockProducer<>(
        Cluster.empty(), true, null, new ByteArraySerializer(), new ByteArraySerializer());
  }

  static SpanCopier copier(
      String encoding, WantedTraces traces, MockProducer<byte[], byte[]> output) {
    return new SpanCopier(
        TracemillConfig.defaults().with(Keys.KAFKA_ENCODING, encoding),
        traces,
        new TopicTarget<>(
            output, new InputTopic("kept", 1, false, Map.of()), OtlpEncoder.proto()::encode));
  }
}
