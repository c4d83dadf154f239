package io.tracemill.cli.replay;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.tracemill.analysis.explanation.Figures;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** The totals of a replay so far. */
final class ReplayTotals {
  /** Distinct traces are counted up to this many, which limits the memory for it to about 30 MB. */
  private static final int MAX_TRACES = 200_000;

  private static final int TRACE_ID_BYTES = 16;
  private static final int SPAN_ID_BYTES = 8;

  private final Set<ByteString> traces = new HashSet<>();
  private long units;
  private long malformed;
  private String firstProblem = "";
  private long records;
  private long spans;
  private long invalid;
  private long firstMillis;
  private long lastMillis;
  private long longestGapMillis;

  /** Counts a unit at this time that became this many records. */
  void add(ExportTraceServiceRequest request, int recordCount, long eventTimeMillis) {
    firstMillis = units == 0 ? eventTimeMillis : firstMillis;
    longestGapMillis = units == 0 ? 0 : Math.max(longestGapMillis, eventTimeMillis - lastMillis);
    lastMillis = eventTimeMillis;
    units++;
    records += recordCount;
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        spans += scope.getSpansCount();
        scope.getSpansList().forEach(this::addSpan);
      }
    }
  }

  private void addSpan(Span span) {
    invalid += isValid(span) ? 0 : 1;
    if (traces.size() < MAX_TRACES) {
      traces.add(span.getTraceId());
    }
  }

  /** Whether its ids have the right lengths and are not zero, and it has a start and ends later. */
  private static boolean isValid(Span span) {
    ByteString parent = span.getParentSpanId();
    long start = span.getStartTimeUnixNano();
    return isId(span.getTraceId(), TRACE_ID_BYTES)
        && isId(span.getSpanId(), SPAN_ID_BYTES)
        && (parent.isEmpty() || parent.size() == SPAN_ID_BYTES)
        && start > 0
        && span.getEndTimeUnixNano() >= start;
  }

  private static boolean isId(ByteString id, int bytes) {
    return id.size() == bytes && !id.equals(ByteString.copyFrom(new byte[bytes]));
  }

  /** Counts a unit that could not be read. */
  void addMalformed(String problem) {
    firstProblem = malformed == 0 ? problem : firstProblem;
    malformed++;
  }

  /** The number of units that could not be read. */
  long malformed() {
    return malformed;
  }

  /** The error of the first of them. */
  String firstProblem() {
    return firstProblem;
  }

  /** The number of all units, read or not. */
  long units() {
    return units + malformed;
  }

  /** The longest time between two successive units. */
  Duration longestGap() {
    return Duration.ofMillis(longestGapMillis);
  }

  /** A short summary, given the encoding of the records and their target. */
  String written(String encoding, String where) {
    return "%,d units as %,d records of %s to %s".formatted(units, records, encoding, where);
  }

  /** A summary in two lines, given the encoding of the records, their target and the time taken. */
  String text(String encoding, String where, long nanos) {
    String first = written(encoding, where);
    if (units == 0) {
      return first;
    }
    String rejected =
        invalid == 0
            ? ""
            : "%n  spans without valid ids or times: %,d; the job rejects them".formatted(invalid);
    return "%s%n  %,d spans of %s%,d traces, %s to %s, in %s: %,.0f spans/s"
            .formatted(
                first,
                spans,
                traces.size() < MAX_TRACES ? "" : "at least ",
                traces.size(),
                Instant.ofEpochMilli(firstMillis),
                Instant.ofEpochMilli(lastMillis),
                Figures.duration(nanos),
                spans / (nanos / 1e9))
        + rejected;
  }
}
