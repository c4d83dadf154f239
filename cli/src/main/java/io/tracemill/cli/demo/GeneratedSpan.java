package io.tracemill.cli.demo;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import io.opentelemetry.proto.trace.v1.Status;
import io.tracemill.cli.traffic.OtlpSpans;

/**
 * A span as its host recorded it.
 *
 * @param parentId the parent span, {@link #NO_PARENT} at the root
 * @param startNanos since the epoch, by the host's clock
 * @param endNanos likewise
 */
record GeneratedSpan(
    ByteString traceId,
    long spanId,
    long parentId,
    Host host,
    SpanKind kind,
    String name,
    long startNanos,
    long endNanos,
    boolean failed) {
  static final long NO_PARENT = 0;

  private static final KeyValue INTERNAL_SERVER_ERROR =
      KeyValue.newBuilder()
          .setKey("http.response.status_code")
          .setValue(AnyValue.newBuilder().setIntValue(500))
          .build();

  /**
   * A machine that runs one service.
   *
   * @param version of the service
   * @param offsetNanos how far its clock is ahead of the true time; negative if it is behind
   */
  record Host(String service, String name, String version, long offsetNanos) {
    /** The same machine after another version was deployed on it. */
    Host with(String next) {
      return new Host(service, name + "-" + next, next, offsetNanos);
    }
  }

  /** The start by a correct clock. */
  long trueStartNanos() {
    return startNanos - host.offsetNanos();
  }

  /** The end by a correct clock. */
  long trueEndNanos() {
    return endNanos - host.offsetNanos();
  }

  Span toOtlp() {
    Span.Builder span = OtlpSpans.span(traceId, spanId, parentId, kind, name, startNanos, endNanos);
    if (failed) {
      span.setStatus(Status.newBuilder().setCode(Status.StatusCode.STATUS_CODE_ERROR));
      if (kind == SpanKind.SPAN_KIND_SERVER) {
        span.addAttributes(INTERNAL_SERVER_ERROR);
      }
    }
    return span.build();
  }
}
