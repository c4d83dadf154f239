package io.tracemill.analysis.quality;

import io.tracemill.analysis.quality.QualityScope.Kind;
import io.tracemill.analysis.span.RejectReason;
import java.util.Arrays;

/**
 * A count, kept for scopes of one kind (semantics 3).
 *
 * <p>State has the counts by ordinal, so the order is part of its layout.
 */
public enum Measure {
  /** Records read from the sources. */
  RECORDS_RECEIVED(Kind.JOB),
  /** Records that could be decoded. */
  RECORDS_DECODED(Kind.JOB),
  /** Records that could not be decoded and are in the dead-letters stream. */
  RECORDS_DEAD_LETTERED(Kind.JOB),
  /** Records whose timestamp jumped too far ahead to be believed (semantics 2). */
  CLOCK_JUMPS(Kind.JOB),
  /** Spans found in decoded records. */
  SPANS_DECODED(Kind.JOB),
  /** Spans that became part of a closed trace, including orphans and incomplete traces. */
  SPANS_USED(Kind.JOB),
  /** Spans that arrived after their trace had closed. */
  SPANS_LATE(Kind.JOB),
  /** Spans that were delivered again, and further parts of a span. */
  SPANS_DUPLICATE(Kind.JOB),
  /** Spans dropped in favour of another span with the same id. */
  SPANS_CLASH(Kind.JOB),
  /** Spans that a cap on a trace's size kept out. */
  SPANS_CAPPED(Kind.JOB),
  /** Spans whose trace has not closed yet. */
  SPANS_OPEN(Kind.JOB),
  /** Spans refused for {@link RejectReason#INVALID_TRACE_ID}. */
  SPANS_REJECTED_INVALID_TRACE_ID(Kind.JOB),
  /** Spans refused for {@link RejectReason#INVALID_SPAN_ID}. */
  SPANS_REJECTED_INVALID_SPAN_ID(Kind.JOB),
  /** Spans refused for {@link RejectReason#INVALID_PARENT_ID}. */
  SPANS_REJECTED_INVALID_PARENT_ID(Kind.JOB),
  /** Spans refused for {@link RejectReason#NEGATIVE_DURATION}. */
  SPANS_REJECTED_NEGATIVE_DURATION(Kind.JOB),
  /** Spans refused for {@link RejectReason#BEFORE_EPOCH}. */
  SPANS_REJECTED_BEFORE_EPOCH(Kind.JOB),
  /** Spans refused for {@link RejectReason#IN_FUTURE}. */
  SPANS_REJECTED_IN_FUTURE(Kind.JOB),
  /** Closed traces that are complete. */
  TRACES_COMPLETE(Kind.JOB),
  /** Closed traces that are incomplete. */
  TRACES_INCOMPLETE(Kind.JOB),
  /** Closed traces that a cap closed early; they also count as incomplete. */
  TRACES_TRUNCATED(Kind.JOB),
  /** Parents that were dropped because the span was its own ancestor. */
  PARENTS_DROPPED(Kind.JOB),

  /** Spans of the service that were used. */
  SERVICE_SPANS(Kind.SERVICE),
  /** Spans of the service that arrived after their trace had closed. */
  SERVICE_SPANS_LATE(Kind.SERVICE),
  /** Used spans of the service that do not say their host, so that skew cannot be corrected. */
  SERVICE_SPANS_WITHOUT_HOST(Kind.SERVICE),

  /** Requests of the endpoint. */
  REQUESTS(Kind.ENDPOINT),
  /** Requests of the endpoint in incomplete traces. */
  REQUESTS_INCOMPLETE(Kind.ENDPOINT),
  /** Requests of the endpoint in traces that a cap closed. */
  REQUESTS_TRUNCATED(Kind.ENDPOINT),

  /** Spans refused for {@link RejectReason#TOO_LONG}. */
  SPANS_REJECTED_TOO_LONG(Kind.JOB),
  /** Requests of the endpoint that were nested too deep in others to be analysed. */
  REQUESTS_LEFT_OUT(Kind.ENDPOINT),
  /** Spans refused for {@link RejectReason#NO_TIMESTAMP}. */
  SPANS_REJECTED_NO_TIMESTAMP(Kind.JOB),
  /** Idle flushes of any task: event time advanced without a record (semantics 2). */
  IDLE_FLUSHES(Kind.JOB),
  /** All endpoints' panes in {@link WatchState#LEARNING}. */
  JOB_WINDOWS_LEARNING(Kind.JOB),
  /** All endpoints' panes in {@link WatchState#BLIND}. */
  JOB_WINDOWS_BLIND(Kind.JOB),
  /** All endpoints' panes in {@link WatchState#WATCHING}. */
  JOB_WINDOWS_WATCHING(Kind.JOB),
  /** All endpoints' panes with too few requests to be judged. */
  JOB_WINDOWS_THIN(Kind.JOB),
  /** Open incidents; a resolved incident is subtracted again. */
  INCIDENTS_OPEN(Kind.JOB),
  /** Findings for which there was no room among the incidents. */
  INCIDENTS_DROPPED(Kind.JOB),
  /** Spans of the endpoint's requests, including those of incomplete traces. */
  ENDPOINT_SPANS(Kind.ENDPOINT),
  /** Late spans of traces whose first request was the endpoint's. */
  ENDPOINT_SPANS_LATE(Kind.ENDPOINT),
  /** Parts of records refused for {@link RejectReason#UNRECOGNISED}. */
  SPANS_REJECTED_UNRECOGNISED(Kind.JOB),
  /** Records of other signals, such as metrics and logs. */
  RECORDS_OTHER_SIGNALS(Kind.JOB);

  private static final Measure[] MEASURES = values();
  private static final Measure[] REJECTED =
      Arrays.stream(RejectReason.values())
          .map(reason -> valueOf("SPANS_REJECTED_" + reason.name()))
          .toArray(Measure[]::new);

  private final Kind kind;

  Measure(Kind kind) {
    this.kind = kind;
  }

  /** Whether scopes of this kind count it. */
  public boolean isOf(Kind scope) {
    return kind == scope;
  }

  /** The measure of spans refused for {@code reason}. */
  public static Measure rejected(RejectReason reason) {
    return REJECTED[reason.ordinal()];
  }

  /** The measure of all endpoints' panes in {@code state}. */
  public static Measure jobWindows(WatchState state) {
    return switch (state) {
      case LEARNING -> JOB_WINDOWS_LEARNING;
      case BLIND -> JOB_WINDOWS_BLIND;
      case WATCHING -> JOB_WINDOWS_WATCHING;
    };
  }

  static int count() {
    return MEASURES.length;
  }

  static Measure ofOrdinal(int ordinal) {
    return MEASURES[ordinal];
  }
}
