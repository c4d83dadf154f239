package io.tracemill.bench.workload;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The spans of some services in a batch as one export request. Trace ids and times are
 * placeholders: a trace's number in the batch, and nanoseconds from a moment before its root's
 * start.
 */
final class Export {
  private static final InstrumentationScope SCOPE =
      InstrumentationScope.newBuilder().setName("io.opentelemetry.rpc").setVersion("2.1").build();

  /** Protobuf leaves out what is zero, and there would be nothing to write over. */
  private static final long NOT_ABSENT = 1;

  private Export() {}

  /** Which of a batch's records has the spans of {@code service}. */
  static int recordOf(int service) {
    return service % Traffic.RECORDS_PER_BATCH;
  }

  /** Record {@code record} of a batch that comes from the hosts with this number. */
  static ExportTraceServiceRequest of(int record, int host, List<PlannedTrace> traces) {
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    for (int service = record; service < CallTree.SERVICES; service += Traffic.RECORDS_PER_BATCH) {
      ScopeSpans.Builder spans = spans(service, traces);
      if (spans.getSpansCount() > 0) {
        request.addResourceSpans(
            ResourceSpans.newBuilder().setResource(resource(service, host)).addScopeSpans(spans));
      }
    }
    return request.build();
  }

  private static ScopeSpans.Builder spans(int service, List<PlannedTrace> traces) {
    ScopeSpans.Builder spans = ScopeSpans.newBuilder().setScope(SCOPE);
    for (PlannedTrace trace : traces) {
      for (int call = 0; call < trace.tree().calls().size(); call++) {
        if (trace.tree().calls().get(call).service() == service) {
          spans.addSpans(span(trace, call));
        }
      }
    }
    return spans;
  }

  private static Resource resource(int service, int host) {
    return Resource.newBuilder()
        .addAttributes(attribute("service.name", "service-%02d".formatted(service)))
        .addAttributes(attribute("service.version", "1.4.2"))
        .addAttributes(attribute("host.name", "host-%02d-%d".formatted(service, host)))
        .addAttributes(attribute("telemetry.sdk.language", "java"))
        .build();
  }

  private static Span span(PlannedTrace trace, int number) {
    Call call = trace.tree().calls().get(number);
    Span.Builder span =
        Span.newBuilder()
            .setTraceId(id(0, trace.number() + 1))
            .setSpanId(id(spanId(trace, number)))
            .setName(call.operation())
            .setKindValue(call.kind().ordinal())
            .setStartTimeUnixNano(NOT_ABSENT + trace.schedule().startNanos(number))
            .setEndTimeUnixNano(NOT_ABSENT + trace.schedule().endNanos(number))
            .addAttributes(attribute("rpc.system", "grpc"))
            .addAttributes(attribute("server.address", "service-%02d".formatted(call.service())))
            .addAttributes(attribute("thread.name", "worker-" + number % 8));
    if (call.parent() != Call.NO_PARENT) {
      span.setParentSpanId(id(spanId(trace, call.parent())));
    }
    return span.build();
  }

  /** Spread over all 64 bits like the ids of real tracers, which a table's slots depend on. */
  private static long spanId(PlannedTrace trace, int number) {
    return Mix.of(((long) trace.number() << 32) + number + 1);
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static ByteString id(long... parts) {
    ByteBuffer bytes = ByteBuffer.allocate(parts.length * Long.BYTES);
    for (long part : parts) {
      bytes.putLong(part);
    }
    return ByteString.copyFrom(bytes.flip());
  }
}
