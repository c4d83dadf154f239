package io.tracemill.analysis.view.tprof;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.tprof.AggregateTrace.Span;
import java.util.ArrayList;
import java.util.List;

/**
 * The two events of an aggregate trace between which a sub-span lies (tprof algorithm 1).
 *
 * @param after the event that begins it: the latest one of its span and its calls before {@code
 *     before}
 * @param before the event that ends it: the start of a call, or the end of its span
 */
public record SubSpanBounds(Event after, Event before) {
  /** The kind of event at which a sub-span begins or ends. */
  public enum EventKind {
    SPAN_BEGIN,
    SPAN_END,
    CALL_BEGIN,
    CALL_END
  }

  /**
   * An event of the span or of one of its calls.
   *
   * @param frame the name of the span or call
   * @param nanos since the start of the request
   */
  public record Event(EventKind kind, Frame frame, long nanos) {
    private static Event begin(EventKind kind, Span span) {
      return new Event(kind, span.frame(), span.startNanos());
    }

    private static Event end(EventKind kind, Span span) {
      return new Event(kind, span.frame(), span.endNanos());
    }
  }

  /**
   * Finds the bounds of a sub-span.
   *
   * @param position the position of its span
   * @param number the sub-span ends when this call starts, or with the span
   */
  public static SubSpanBounds of(AggregateTrace trace, int position, int number) {
    Span span = trace.spans().get(position);
    List<Span> calls = calls(trace, position);
    Event before =
        number < calls.size()
            ? Event.begin(EventKind.CALL_BEGIN, calls.get(number))
            : Event.end(EventKind.SPAN_END, span);
    Event after = Event.begin(EventKind.SPAN_BEGIN, span);
    for (Span call : calls.subList(0, Math.min(number, calls.size()))) {
      after = later(after, Event.begin(EventKind.CALL_BEGIN, call), before);
    }
    for (Span call : calls.subList(0, Math.min(number, calls.size()))) {
      after = later(after, Event.end(EventKind.CALL_END, call), before);
    }
    return new SubSpanBounds(after, before);
  }

  private static List<Span> calls(AggregateTrace trace, int position) {
    List<Span> calls = new ArrayList<>();
    for (int child = position + 1; child < trace.spans().size(); child++) {
      if (trace.spans().get(child).parent() == position) {
        calls.add(trace.spans().get(child));
      }
    }
    return calls;
  }

  private static Event later(Event known, Event event, Event end) {
    return event.nanos() >= known.nanos() && event.nanos() <= end.nanos() ? event : known;
  }

  /** The duration of the sub-span, nanoseconds. */
  public long nanos() {
    return before.nanos() - after.nanos();
  }
}
