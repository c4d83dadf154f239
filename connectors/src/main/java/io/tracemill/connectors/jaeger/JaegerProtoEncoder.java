package io.tracemill.connectors.jaeger;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.util.List;

/** Writes each span as a {@code jaeger.api_v2.Span} with its process, in protobuf. */
public final class JaegerProtoEncoder implements RecordEncoder {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private static final int BOOL = 1;
  private static final int INT64 = 2;
  private static final int FLOAT64 = 3;
  private static final int BINARY = 4;

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return SpanRecords.of(request, JaegerProtoEncoder::span);
  }

  private static byte[] span(Span span, InstrumentationScope scope, JaegerProcess process) {
    ProtoMessage message =
        new ProtoMessage()
            .bytes(1, JaegerIds.traceId(span.getTraceId()))
            .bytes(2, JaegerIds.spanId(span.getSpanId()))
            .text(3, span.getName());
    JaegerReference.of(span).forEach(reference -> message.message(4, reference(reference)));
    message.number(5, JaegerTags.flags(span));
    message.message(6, micros(Micros.of(span.getStartTimeUnixNano())));
    message.message(
        7, micros(Micros.between(span.getStartTimeUnixNano(), span.getEndTimeUnixNano())));
    JaegerTags.of(span, scope).forEach(tag -> message.message(8, tag(tag)));
    span.getEventsList().forEach(event -> message.message(9, log(event)));
    return message.message(10, process(process)).toByteArray();
  }

  private static ProtoMessage reference(JaegerReference reference) {
    return new ProtoMessage()
        .bytes(1, reference.traceId())
        .bytes(2, reference.spanId())
        .number(3, reference.followsFrom() ? 1 : 0);
  }

  /** A timestamp or a duration; of a negative one both parts are negative. */
  private static ProtoMessage micros(long micros) {
    return new ProtoMessage()
        .number(1, micros / MICROS_PER_SECOND)
        .number(2, micros % MICROS_PER_SECOND * NANOS_PER_MICRO);
  }

  private static ProtoMessage tag(KeyValue tag) {
    ProtoMessage message = new ProtoMessage().text(1, tag.getKey());
    AnyValue value = tag.getValue();
    return switch (value.getValueCase()) {
      case BOOL_VALUE -> message.number(2, BOOL).number(4, value.getBoolValue() ? 1 : 0);
      case INT_VALUE -> message.number(2, INT64).number(5, value.getIntValue());
      case DOUBLE_VALUE -> message.number(2, FLOAT64).floating(6, value.getDoubleValue());
      case BYTES_VALUE -> message.number(2, BINARY).bytes(7, value.getBytesValue());
      default -> message.text(3, JaegerTags.text(value));
    };
  }

  private static ProtoMessage log(Span.Event event) {
    ProtoMessage message =
        new ProtoMessage().message(1, micros(Micros.of(event.getTimeUnixNano())));
    JaegerTags.of(event).forEach(field -> message.message(2, tag(field)));
    return message;
  }

  private static ProtoMessage process(JaegerProcess process) {
    ProtoMessage message = new ProtoMessage().text(1, process.serviceName());
    process.tags().forEach(tag -> message.message(2, tag(tag)));
    return message;
  }
}
