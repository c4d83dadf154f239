package io.tracemill.cli.keep;

import static io.tracemill.cli.screen.Wording.bytes;
import static io.tracemill.cli.screen.Wording.count;
import static io.tracemill.cli.screen.Wording.number;
import static io.tracemill.cli.screen.Wording.percent;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.ScopeSpans;

/** What a run of {@code keep} has read and written so far. Mutable. */
final class KeepTotals {
  /** All traces of the input. */
  final TraceCount traces = new TraceCount();

  long asked;
  long found;
  long written;
  long overBudget;
  long missing;
  long forgotten;
  long spansRead;
  long bytesRead;
  long spansWritten;
  long bytesWritten;
  long unreadable;
  long unreadableDecisions;

  /** Counts spans that are written. */
  void addWritten(ExportTraceServiceRequest request) {
    bytesWritten += request.getSerializedSize();
    for (ResourceSpans resource : request.getResourceSpansList()) {
      for (ScopeSpans scope : resource.getScopeSpansList()) {
        spansWritten += scope.getSpansCount();
      }
    }
  }

  /** All figures, in three lines; the first is a summary. */
  String text(long expiredRecords, long expiredDecisions) {
    return """
        kept %s of about %s (%s): %s of %s (%s), %s of %s (%s)
          asked for %s: %s found, %s not found, %s still ahead
          lost: %s over --bytes-per-second, %s over --max-traces; expired before they were read: %s, \
        %s; unreadable: %s, %s"""
        .formatted(
            number(written),
            count(traces.about(), "trace"),
            share(written, traces.about()),
            number(spansWritten),
            count(spansRead, "span"),
            share(spansWritten, spansRead),
            bytes(bytesWritten),
            bytes(bytesRead),
            share(bytesWritten, bytesRead),
            count(asked, "trace"),
            number(found),
            number(missing),
            number(Math.max(0, asked - found - missing - forgotten)),
            count(overBudget, "trace"),
            count(forgotten, "trace"),
            count(expiredRecords, "record"),
            count(expiredDecisions, "decision"),
            count(unreadable, "record"),
            count(unreadableDecisions, "decision"));
  }

  private static String share(long part, long whole) {
    return percent(whole == 0 ? 0 : Math.min(1, (double) part / whole));
  }
}
