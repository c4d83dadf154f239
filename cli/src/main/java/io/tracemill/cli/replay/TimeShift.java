package io.tracemill.cli.replay;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;

/**
 * Shifts records and their spans by the same time, so that they stay consistent.
 *
 * @param millis the shift; whole milliseconds, so that times in microseconds round as before
 */
record TimeShift(long millis) {
  static final TimeShift NONE = new TimeShift(0);
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The shift that moves {@code lastMillis} to {@code endMillis}. */
  static TimeShift toEndAt(long endMillis, long lastMillis) {
    return new TimeShift(endMillis - lastMillis);
  }

  /** A time in Unix milliseconds, shifted. */
  long millis(long timeMillis) {
    return timeMillis + millis;
  }

  /** All spans and their events, shifted; missing times stay missing. */
  ExportTraceServiceRequest request(ExportTraceServiceRequest request) {
    if (millis == 0) {
      return request;
    }
    ExportTraceServiceRequest.Builder moved = request.toBuilder();
    for (ResourceSpans.Builder resource : moved.getResourceSpansBuilderList()) {
      for (ScopeSpans.Builder scope : resource.getScopeSpansBuilderList()) {
        scope.getSpansBuilderList().forEach(this::move);
      }
    }
    return moved.build();
  }

  private void move(Span.Builder span) {
    span.setStartTimeUnixNano(nanos(span.getStartTimeUnixNano()));
    span.setEndTimeUnixNano(nanos(span.getEndTimeUnixNano()));
    for (Span.Event.Builder event : span.getEventsBuilderList()) {
      event.setTimeUnixNano(nanos(event.getTimeUnixNano()));
    }
  }

  private long nanos(long timeNanos) {
    return timeNanos == 0 ? 0 : timeNanos + millis * NANOS_PER_MILLI;
  }
}
