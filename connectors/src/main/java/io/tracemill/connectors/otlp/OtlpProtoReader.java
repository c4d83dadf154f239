package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.encoding.RequestReader;
import java.util.Map;

/**
 * Reads OTLP's protobuf. Protobuf's parser refuses a request for a text that is not in UTF-8 and
 * for what {@link OtlpProtoDecoder} does not look into: such a request is mended and parsed again.
 */
public final class OtlpProtoReader implements RequestReader {
  /** How deep messages may lie within each other: values deeper than that are left out. */
  private static final int MAX_DEPTH = 90;

  @Override
  public ExportTraceServiceRequest read(byte[] unit) throws MalformedRecordException {
    try {
      return ExportTraceServiceRequest.parseFrom(unit);
    } catch (InvalidProtocolBufferException e) {
      return readMended(unit);
    }
  }

  private static ExportTraceServiceRequest readMended(byte[] unit) throws MalformedRecordException {
    try {
      return ExportTraceServiceRequest.parseFrom(
          mended(ExportTraceServiceRequest.getDescriptor(), ByteString.copyFrom(unit), 0));
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedRecordException(String.valueOf(e.getMessage()));
    }
  }

  private static ByteString mended(Descriptor type, ByteString message, int depth)
      throws InvalidProtocolBufferException {
    UnknownFieldSet.Builder mended = UnknownFieldSet.newBuilder();
    for (Map.Entry<Integer, UnknownFieldSet.Field> entry :
        UnknownFieldSet.parseFrom(message).asMap().entrySet()) {
      FieldDescriptor field = type.findFieldByNumber(entry.getKey());
      mended.addField(
          entry.getKey(),
          field == null ? entry.getValue() : mended(field, entry.getValue(), depth));
    }
    return mended.build().toByteString();
  }

  /** Texts with a mark where they are not in UTF-8, messages without those that are none. */
  private static UnknownFieldSet.Field mended(
      FieldDescriptor field, UnknownFieldSet.Field values, int depth) {
    UnknownFieldSet.Field.Builder mended = UnknownFieldSet.Field.newBuilder();
    for (ByteString value : values.getLengthDelimitedList()) {
      switch (field.getType()) {
        case STRING -> mended.addLengthDelimited(ByteString.copyFromUtf8(value.toStringUtf8()));
        case MESSAGE -> addMessage(mended, field.getMessageType(), value, depth + 1);
        default -> mended.addLengthDelimited(value);
      }
    }
    values.getVarintList().forEach(mended::addVarint);
    values.getFixed32List().forEach(mended::addFixed32);
    values.getFixed64List().forEach(mended::addFixed64);
    return mended.build();
  }

  private static void addMessage(
      UnknownFieldSet.Field.Builder mended, Descriptor type, ByteString message, int depth) {
    if (depth > MAX_DEPTH) {
      return;
    }
    try {
      mended.addLengthDelimited(mended(type, message, depth));
    } catch (InvalidProtocolBufferException e) {
      // It is left out; whether the request can do without it is for the decoder to say.
    }
  }
}
