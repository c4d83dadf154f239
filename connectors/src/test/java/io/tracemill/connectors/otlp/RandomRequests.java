package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnknownFieldSet;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.ArrayValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.Random;

/** Valid requests of every shape: few ids, so that they meet; every type of attribute. */
public final class RandomRequests {
  private static final String[] KEYS = {
    "service.name",
    "host.name",
    "k8s.pod.name",
    "service.instance.id",
    "version",
    "http.status",
    "x"
  };
  private static final String[] TEXTS = {"", "cart", "naïve 日本 😀", "v1", "17", "a/17/b"};
  private static final int UNKNOWN_FIELD = 77;

  private RandomRequests() {}

  public static ExportTraceServiceRequest request(Random random) {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      request.addResourceSpans(resourceSpans(random));
    }
    return request.setUnknownFields(unknown(random)).build();
  }

  public static ResourceSpans resourceSpans(Random random) {
    ResourceSpans.Builder spans = ResourceSpans.newBuilder().setUnknownFields(unknown(random));
    if (random.nextInt(5) > 0) {
      Resource.Builder resource = Resource.newBuilder().setUnknownFields(unknown(random));
      for (int i = random.nextInt(5); i > 0; i--) {
        resource.addAttributes(attribute(random));
      }
      spans.setResource(resource);
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      spans.addScopeSpans(scopeSpans(random));
    }
    return spans.setSchemaUrl(text(random)).build();
  }

  private static ScopeSpans scopeSpans(Random random) {
    ScopeSpans.Builder scope = ScopeSpans.newBuilder().setUnknownFields(unknown(random));
    for (int i = random.nextInt(6); i > 0; i--) {
      scope.addSpans(span(random));
    }
    return scope.build();
  }

  public static Span span(Random random) {
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(traceId(random))
            .setSpanId(spanId(random))
            .setName(text(random))
            .setKindValue(random.nextInt(8))
            .setStartTimeUnixNano(Requests.T0 + random.nextInt(1000))
            .setEndTimeUnixNano(Requests.T0 + 500 + random.nextInt(1000))
            .setTraceState("a=b")
            .setFlags(random.nextInt())
            .setUnknownFields(unknown(random));
    if (random.nextBoolean()) {
      span.setParentSpanId(spanId(random));
    }
    if (random.nextBoolean()) {
      span.setStatus(Status.newBuilder().setMessage("m").setCodeValue(random.nextInt(4)));
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      span.addAttributes(attribute(random));
    }
    for (int i = random.nextInt(3); i > 0; i--) {
      span.addLinks(Span.Link.newBuilder().setTraceId(traceId(random)).setSpanId(spanId(random)));
    }
    if (random.nextInt(4) == 0) {
      span.addEvents(Span.Event.newBuilder().setName("e").addAttributes(attribute(random)));
    }
    return span.build();
  }

  private static KeyValue attribute(Random random) {
    KeyValue.Builder attribute = KeyValue.newBuilder().setKey(KEYS[random.nextInt(KEYS.length)]);
    if (random.nextInt(8) > 0) {
      attribute.setValue(value(random));
    }
    return attribute.build();
  }

  private static AnyValue value(Random random) {
    AnyValue.Builder value = AnyValue.newBuilder();
    switch (random.nextInt(9)) {
      case 0 -> value.setBoolValue(random.nextBoolean());
      case 1 -> value.setIntValue(random.nextLong());
      case 2 -> value.setDoubleValue(random.nextGaussian());
      case 3 -> value.setArrayValue(ArrayValue.newBuilder().addValues(Requests.text(text(random))));
      case 4 -> value.setBytesValue(ByteString.copyFromUtf8("bytes"));
      case 5 -> value.clearValue();
      default -> value.setStringValue(text(random));
    }
    return value.build();
  }

  private static String text(Random random) {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  /** Now and then zero or of a wrong length. */
  private static ByteString traceId(Random random) {
    ByteString id = Requests.traceId(random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2));
    return random.nextInt(10) == 0 ? id.substring(1) : id;
  }

  private static ByteString spanId(Random random) {
    ByteString id = Requests.spanId(random.nextInt(5));
    return random.nextInt(10) == 0 ? id.substring(random.nextInt(8)) : id;
  }

  private static UnknownFieldSet unknown(Random random) {
    UnknownFieldSet.Field.Builder field = UnknownFieldSet.Field.newBuilder();
    switch (random.nextInt(12)) {
      case 0 -> field.addVarint(random.nextLong());
      case 1 -> field.addFixed32(random.nextInt());
      case 2 -> field.addFixed64(random.nextLong());
      case 3 -> field.addLengthDelimited(ByteString.copyFromUtf8("unknown"));
      case 4 -> field.addGroup(unknown(random)).addGroup(unknown(random));
      default -> {
        return UnknownFieldSet.getDefaultInstance();
      }
    }
    return UnknownFieldSet.newBuilder().addField(UNKNOWN_FIELD, field.build()).build();
  }
}
