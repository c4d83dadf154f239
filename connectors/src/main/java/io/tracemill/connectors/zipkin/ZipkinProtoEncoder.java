package io.tracemill.connectors.zipkin;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.CodedOutputStream;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.SpanKind;
import io.tracemill.connectors.encoding.RecordEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Writes spans as Zipkin's {@code ListOfSpans} in protobuf, see {@link ZipkinFields}. */
public final class ZipkinProtoEncoder implements RecordEncoder {
  /** Writes the fields of one message. */
  private interface Message {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  @Override
  public List<byte[]> encode(ExportTraceServiceRequest request, int maxBytes) {
    return ZipkinRecords.proto(maxBytes)
        .of(request, span -> bytes(list -> writeMessage(list, 1, out -> writeSpan(out, span))));
  }

  private static byte[] bytes(Message message) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      message.writeTo(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException("Writing to an array needs no input or output", e);
    }
    return bytes.toByteArray();
  }

  private static void writeMessage(CodedOutputStream out, int field, Message message)
      throws IOException {
    out.writeByteArray(field, bytes(message));
  }

  private static void writeSpan(CodedOutputStream out, ZipkinFields span) throws IOException {
    out.writeBytes(1, span.traceId());
    if (span.hasParent()) {
      out.writeBytes(2, span.parentId());
    }
    out.writeBytes(3, span.id());
    out.writeEnum(4, number(span.kind()));
    writeText(out, 5, span.name());
    if (span.startMicros() != 0) {
      out.writeFixed64(6, span.startMicros());
    }
    if (span.durationMicros() != 0) {
      out.writeUInt64(7, span.durationMicros());
    }
    writeEndpoint(out, 8, span.service());
    writeEndpoint(out, 9, span.peer());
    for (ZipkinFields.Annotation annotation : span.annotations()) {
      writeMessage(out, 10, message -> writeAnnotation(message, annotation));
    }
    for (Map.Entry<String, String> tag : span.tags().entrySet()) {
      writeMessage(out, 11, message -> writeTag(message, tag));
    }
  }

  private static int number(SpanKind kind) {
    return switch (kind) {
      case CLIENT -> 1;
      case SERVER -> 2;
      case PRODUCER -> 3;
      case CONSUMER -> 4;
      case UNSPECIFIED, INTERNAL -> 0;
    };
  }

  private static void writeEndpoint(CodedOutputStream out, int field, String service)
      throws IOException {
    if (!service.isEmpty()) {
      writeMessage(out, field, endpoint -> writeText(endpoint, 1, service));
    }
  }

  private static void writeAnnotation(CodedOutputStream out, ZipkinFields.Annotation annotation)
      throws IOException {
    out.writeFixed64(1, annotation.micros());
    writeText(out, 2, annotation.value());
  }

  private static void writeTag(CodedOutputStream out, Map.Entry<String, String> tag)
      throws IOException {
    writeText(out, 1, tag.getKey());
    writeText(out, 2, tag.getValue());
  }

  /** As bytes, because a text may hold a lone surrogate. */
  private static void writeText(CodedOutputStream out, int field, String text) throws IOException {
    if (!text.isEmpty()) {
      out.writeByteArray(field, text.getBytes(UTF_8));
    }
  }
}
