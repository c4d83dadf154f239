package io.tracemill.store.question;

import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.QueryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;

/**
 * What the index knows of a trace.
 *
 * @param requests those of the trace, by start
 */
public record StoredTrace(String traceId, List<Request> requests) {
  /**
   * A request.
   *
   * @param spans all its spans in preorder; empty if the index has not kept them
   * @param criticalPath its sections in order of time; empty if the spans are not kept
   */
  public record Request(TraceSearch.Found found, List<Span> spans, List<Section> criticalPath) {
    public Request {
      spans = List.copyOf(spans);
      criticalPath = List.copyOf(criticalPath);
    }
  }

  /**
   * A span.
   *
   * @param parent index of its parent; -1 for the first span
   * @param startNanos since the start of the request, corrected
   * @param shiftNanos how far the correction of clock skew moved it
   */
  public record Span(
      int parent,
      String service,
      String operation,
      String host,
      String kind,
      long startNanos,
      long durationNanos,
      long shiftNanos,
      boolean failed) {}

  /**
   * A section of the critical path.
   *
   * @param span index of the span that owns it
   * @param toNanos exclusive, since the start of the request like {@code fromNanos}
   */
  public record Section(int span, long fromNanos, long toNanos) {}

  private record Part<T>(String spanId, T value) {}

  public StoredTrace {
    requests = List.copyOf(requests);
  }

  /**
   * Looks for a trace.
   *
   * @param linkTemplate the template of links to traces; empty for none
   * @throws QueryException if the index has no request of it
   */
  public static StoredTrace ask(StoreSession session, String traceId, String linkTemplate) {
    String id = traceId.toLowerCase(Locale.ROOT);
    if (!id.matches("[0-9a-f]{16}|[0-9a-f]{32}")) {
      throw new QueryException(
          "'%s' is no trace id; give its 32 hexadecimal digits".formatted(traceId));
    }
    String hex = "0".repeat(32 - id.length()) + id;
    String ofTrace = "trace_id = " + Sql.text(hex);
    List<TraceSearch.Found> found =
        session.rows(
            "SELECT %s, 0 FROM requests WHERE %s ORDER BY start_nanos, duration_nanos DESC, span_id"
                .formatted(TraceSearch.COLUMNS, ofTrace),
            row -> TraceSearch.found(row, linkTemplate));
    if (found.isEmpty()) {
      throw new QueryException(
          "the index has no request of trace %s; it may be outside the sample, or outside the range of time"
              .formatted(hex));
    }
    // With the times, the engine skips most of the index.
    LongSummaryStatistics times =
        found.stream().mapToLong(TraceSearch.Found::timeMillis).summaryStatistics();
    String condition =
        "%s AND time_millis BETWEEN %d AND %d".formatted(ofTrace, times.getMin(), times.getMax());
    Map<String, List<Span>> spans = spans(session, condition);
    Map<String, List<Section>> sections = sections(session, condition);
    return new StoredTrace(
        hex,
        found.stream()
            .map(
                request ->
                    new Request(
                        request,
                        spans.getOrDefault(request.spanId(), List.of()),
                        sections.getOrDefault(request.spanId(), List.of())))
            .toList());
  }

  private static Map<String, List<Span>> spans(StoreSession session, String condition) {
    return grouped(
        session.rows(
            """
            SELECT span_id, s.parent, s.service, s.operation, s.host, s.kind, s.start_nanos,
              s.duration_nanos, s.shift_nanos, s.failed
            FROM (
              SELECT span_id, unnest(range(len(spans))) AS position, unnest(spans) AS s
              FROM requests WHERE %s)
            ORDER BY span_id, position
            """
                .formatted(condition),
            row ->
                new Part<>(
                    row.getString(1),
                    new Span(
                        row.getInt(2),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6),
                        row.getLong(7),
                        row.getLong(8),
                        row.getLong(9),
                        row.getBoolean(10)))));
  }

  private static Map<String, List<Section>> sections(StoreSession session, String condition) {
    return grouped(
        session.rows(
            """
            SELECT span_id, s.span, s.from_nanos, s.to_nanos
            FROM (
              SELECT span_id, unnest(range(len(critical_path))) AS position,
                unnest(critical_path) AS s
              FROM requests WHERE %s)
            ORDER BY span_id, position
            """
                .formatted(condition),
            row ->
                new Part<>(
                    row.getString(1), new Section(row.getInt(2), row.getLong(3), row.getLong(4)))));
  }

  private static <T> Map<String, List<T>> grouped(List<Part<T>> parts) {
    Map<String, List<T>> grouped = new HashMap<>();
    parts.forEach(
        part -> grouped.computeIfAbsent(part.spanId, id -> new ArrayList<>()).add(part.value));
    return grouped;
  }
}
