package io.tracemill.connectors.otlp;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Requests in a line each. Trace ids are {@code (0, n)}, times microseconds after {@link #T0}. */
public final class Requests {
  /** A point in time in nanoseconds, whole microseconds. */
  public static final long T0 = 1_700_000_000_000_000_000L;

  private Requests() {}

  /** A request of these resources. */
  public static ExportTraceServiceRequest request(ResourceSpans... resources) {
    return ExportTraceServiceRequest.newBuilder()
        .addAllResourceSpans(Arrays.asList(resources))
        .build();
  }

  /** Spans of a resource with these string attributes, given as key and value in turn. */
  public static ResourceSpans resource(Resource resource, Span.Builder... spans) {
    ScopeSpans.Builder scope = ScopeSpans.newBuilder();
    for (Span.Builder span : spans) {
      scope.addSpans(span);
    }
    return ResourceSpans.newBuilder().setResource(resource).addScopeSpans(scope).build();
  }

  /** A resource with these string attributes, given as key and value in turn. */
  public static Resource attributes(String... keysAndValues) {
    Resource.Builder resource = Resource.newBuilder();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      resource.addAttributes(attribute(keysAndValues[i], text(keysAndValues[i + 1])));
    }
    return resource.build();
  }

  /** A span without a parent. */
  public static Span.Builder span(long trace, long id, String name, long from, long to) {
    return Span.newBuilder()
        .setTraceId(traceId(trace))
        .setSpanId(spanId(id))
        .setName(name)
        .setStartTimeUnixNano(T0 + 1000 * from)
        .setEndTimeUnixNano(T0 + 1000 * to);
  }

  /** A link to a span. */
  public static Span.Link link(long trace, long id) {
    return Span.Link.newBuilder().setTraceId(traceId(trace)).setSpanId(spanId(id)).build();
  }

  public static KeyValue attribute(String key, AnyValue value) {
    return KeyValue.newBuilder().setKey(key).setValue(value).build();
  }

  public static AnyValue text(String value) {
    return AnyValue.newBuilder().setStringValue(value).build();
  }

  public static AnyValue integer(long value) {
    return AnyValue.newBuilder().setIntValue(value).build();
  }

  public static ByteString traceId(long low) {
    return ByteString.copyFrom(ByteBuffer.allocate(16).putLong(0).putLong(low).flip());
  }

  public static ByteString spanId(long id) {
    return ByteString.copyFrom(ByteBuffer.allocate(8).putLong(id).flip());
  }
}
