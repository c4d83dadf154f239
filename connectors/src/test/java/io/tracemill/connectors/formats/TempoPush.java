package io.tracemill.connectors.formats;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;

/**
 * Tempo's {@code PushBytesRequest} as its {@code tempo.proto} describes it: {@code repeated bytes
 * traces = 2}, each a {@code Trace} with {@code repeated ResourceSpans = 1}, and {@code repeated
 * bytes ids = 3}.
 */
final class TempoPush {
  private static final Descriptor PUSH = descriptor();

  private TempoPush() {}

  private static Descriptor descriptor() {
    DescriptorProto push =
        DescriptorProto.newBuilder()
            .setName("PushBytesRequest")
            .addField(bytes("traces", 2))
            .addField(bytes("ids", 3))
            .build();
    try {
      return FileDescriptor.buildFrom(
              FileDescriptorProto.newBuilder()
                  .setName("tempo.proto")
                  .setSyntax("proto3")
                  .addMessageType(push)
                  .build(),
              new FileDescriptor[0])
          .findMessageTypeByName("PushBytesRequest");
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static FieldDescriptorProto bytes(String name, int number) {
    return FieldDescriptorProto.newBuilder()
        .setName(name)
        .setNumber(number)
        .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)
        .setType(FieldDescriptorProto.Type.TYPE_BYTES)
        .build();
  }

  /** A push with a trace for each resource. */
  static byte[] of(ExportTraceServiceRequest request) {
    DynamicMessage.Builder push = DynamicMessage.newBuilder(PUSH);
    for (ResourceSpans resource : request.getResourceSpansList()) {
      ExportTraceServiceRequest trace =
          ExportTraceServiceRequest.newBuilder().addResourceSpans(resource).build();
      push.addRepeatedField(PUSH.findFieldByName("traces"), trace.toByteString());
      push.addRepeatedField(
          PUSH.findFieldByName("ids"), ByteString.copyFrom(new byte[2 * Long.BYTES]));
    }
    return push.build().toByteArray();
  }
}
