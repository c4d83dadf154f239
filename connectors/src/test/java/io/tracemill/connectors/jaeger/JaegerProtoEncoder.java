package io.tracemill.connectors.jaeger;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import com.google.protobuf.UnknownFieldSet.Field;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.connectors.encoding.Micros;
import io.tracemill.connectors.encoding.RecordEncoder;
import io.tracemill.connectors.otlp.AttributeTexts;
import java.util.List;

/**
 * Writes each span as a {@code jaeger.api_v2.Span} with its process, in protobuf. It writes field
 * by field, because protobuf warns about the output of the compiler behind Jaeger's published Java
 * classes.
 */
public final class JaegerProtoEncoder implements RecordEncoder {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private static final int BOOL = 1;
  private static final int INT64 = 2;
  private static final int FLOAT64 = 3;
  private static final int BINARY = 4;

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return JaegerSpan.of(request).stream().map(span -> record(span).toByteArray()).toList();
  }

  private static ByteString record(JaegerSpan span) {
    Message message =
        new Message()
            .bytes(1, span.span().getTraceId())
            .bytes(2, span.span().getSpanId())
            .text(3, span.span().getName());
    span.references().forEach(reference -> message.bytes(4, reference(reference)));
    message.number(5, span.flags());
    message.bytes(6, micros(span.startMicros()));
    message.bytes(7, micros(span.durationMicros()));
    span.tags().forEach(tag -> message.bytes(8, tag(tag)));
    span.span().getEventsList().forEach(event -> message.bytes(9, log(event)));
    return message.bytes(10, process(span.process())).build();
  }

  private static ByteString reference(JaegerSpan.Reference reference) {
    return new Message()
        .bytes(1, reference.traceId())
        .bytes(2, reference.spanId())
        .number(3, reference.followsFrom() ? 1 : 0)
        .build();
  }

  /** A timestamp or a duration. */
  private static ByteString micros(long micros) {
    return new Message()
        .number(1, micros / MICROS_PER_SECOND)
        .number(2, micros % MICROS_PER_SECOND * NANOS_PER_MICRO)
        .build();
  }

  private static ByteString tag(KeyValue tag) {
    Message message = new Message().text(1, tag.getKey());
    AnyValue value = tag.getValue();
    return switch (value.getValueCase()) {
      case BOOL_VALUE -> message.number(2, BOOL).number(4, value.getBoolValue() ? 1 : 0).build();
      case INT_VALUE -> message.number(2, INT64).number(5, value.getIntValue()).build();
      case DOUBLE_VALUE -> message.number(2, FLOAT64).floating(6, value.getDoubleValue()).build();
      case BYTES_VALUE -> message.number(2, BINARY).bytes(7, value.getBytesValue()).build();
      default -> message.text(3, AttributeTexts.text(value)).build();
    };
  }

  private static ByteString log(Span.Event event) {
    Message message = new Message().bytes(1, micros(Micros.of(event.getTimeUnixNano())));
    JaegerSpan.fields(event).forEach(field -> message.bytes(2, tag(field)));
    return message.build();
  }

  private static ByteString process(JaegerSpan.Writer process) {
    Message message = new Message().text(1, process.serviceName());
    process.tags().forEach(tag -> message.bytes(2, tag(tag)));
    return message.build();
  }

  /** A message under construction; it omits empty texts and zero numbers. */
  private static final class Message {
    private final UnknownFieldSet.Builder fields = UnknownFieldSet.newBuilder();

    Message bytes(int field, ByteString value) {
      fields.mergeLengthDelimitedField(field, value);
      return this;
    }

    Message text(int field, String value) {
      return value.isEmpty() ? this : bytes(field, ByteString.copyFromUtf8(value));
    }

    Message number(int field, long value) {
      if (value != 0) {
        fields.mergeField(field, Field.newBuilder().addVarint(value).build());
      }
      return this;
    }

    Message floating(int field, double value) {
      long bits = Double.doubleToRawLongBits(value);
      fields.mergeField(field, Field.newBuilder().addFixed64(bits).build());
      return this;
    }

    ByteString build() {
      return fields.build().toByteString();
    }
  }
}
