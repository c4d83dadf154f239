package io.tracemill.store.question;

import io.tracemill.analysis.explanation.TraceLink;
import io.tracemill.analysis.sample.CategoryReplay;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.KeptRequests;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.StoreSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/**
 * Which requests to list: including incomplete ones, and those kept in addition to the sample.
 *
 * @param filter what they have in common
 * @param failedOnly whether only failed ones
 * @param node position of a node in the call tree of the filter's category
 * @param slowerNanos least time of that node
 * @param limit most requests
 * @param linkTemplate the template of links to traces; empty for none
 */
public record TraceSearch(
    Filter filter,
    boolean failedOnly,
    OptionalInt node,
    long slowerNanos,
    Order order,
    int limit,
    String linkTemplate) {
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Which of them come first. */
  public enum Order {
    NEWEST("time_millis"),
    SLOWEST("duration_nanos");

    private final String column;

    Order(String column) {
      this.column = column;
    }
  }

  /**
   * A request of a trace.
   *
   * @param timeMillis when its trace closed, milliseconds since the epoch
   * @param spansKept whether all its spans are kept, not only its critical path
   * @param nodeNanos the time of the node that was asked for; 0 if none was
   * @param link address of the trace in another program; empty if no template is set
   */
  public record Found(
      long timeMillis,
      long startNanos,
      String traceId,
      String spanId,
      String role,
      Frame endpoint,
      long durationNanos,
      boolean failed,
      boolean complete,
      String category,
      int spanCount,
      boolean spansKept,
      long nodeNanos,
      String link) {
    static Found of(KeptRequest request, long nodeNanos, String linkTemplate) {
      return new Found(
          request.timeMillis(),
          request.startNanos(),
          request.traceId().hex(),
          TraceId.spanIdHex(request.spanId()),
          request.role().label(),
          request.endpoint(),
          request.durationNanos(),
          request.failed(),
          request.complete(),
          request.category().hex(),
          request.spanCount(),
          !request.pathOnly(),
          nodeNanos,
          TraceSearch.link(
              linkTemplate, request.traceId(), request.startNanos(), request.durationNanos()));
    }
  }

  public TraceSearch {
    if (node.isPresent() && filter.category().isEmpty()) {
      throw new QueryException("a node is a position in a call tree; give its category too");
    } else if (limit < 1) {
      throw new QueryException("a limit of %d is too low; give at least 1".formatted(limit));
    }
  }

  /**
   * The requests of given traces that the store has, by trace and start.
   *
   * @param traceIds 32 hexadecimal digits each
   * @param linkTemplate the template of links to traces; empty for none
   */
  public static List<Found> of(StoreSession session, List<String> traceIds, String linkTemplate) {
    return session.rows(
        "SELECT %s FROM requests WHERE list_contains(%s, trace_id) ORDER BY trace_id, start_nanos, span_id"
            .formatted(COLUMNS, Sql.texts(traceIds)),
        row -> found(row, linkTemplate));
  }

  /** Finds them. */
  public List<Found> ask(StoreSession session) {
    return node.isPresent() ? withNode(session, node.getAsInt()) : all(session);
  }

  private List<Found> all(StoreSession session) {
    return session.rows(
        """
        SELECT %s FROM requests WHERE %s ORDER BY %s DESC, trace_id, span_id LIMIT %d
        """
            .formatted(COLUMNS, condition(), order.column, limit),
        row -> found(row, linkTemplate));
  }

  private String condition() {
    return (failedOnly ? filter.failing(true) : filter).condition();
  }

  /** Those with a slow node, from kept requests that have all their spans. */
  private List<Found> withNode(StoreSession session, int node) {
    CategoryReplay replay = new CategoryReplay(session.rules().replay());
    List<Found> found = new ArrayList<>();
    for (KeptRequest request : KeptRequests.where(session, condition())) {
      if (!request.pathOnly()) {
        long nanos = replay.times(request).inclusiveNanos()[node];
        if (nanos >= slowerNanos) {
          found.add(Found.of(request, nanos, linkTemplate));
        }
      }
    }
    Comparator<Found> first =
        order == Order.NEWEST
            ? Comparator.comparingLong(Found::timeMillis)
            : Comparator.comparingLong(Found::durationNanos);
    return found.stream()
        .sorted(first.reversed().thenComparing(Found::traceId).thenComparing(Found::spanId))
        .limit(limit)
        .toList();
  }

  /** The columns that {@link #found} reads. */
  private static final String COLUMNS =
      "time_millis, start_nanos, trace_id, span_id, role, service, operation, duration_nanos,"
          + " failed, complete, category, span_count, path_only";

  private static Found found(ResultSet row, String linkTemplate) throws SQLException {
    long startNanos = row.getLong(2);
    long durationNanos = row.getLong(8);
    return new Found(
        row.getLong(1),
        startNanos,
        row.getString(3),
        row.getString(4),
        row.getString(5),
        Frame.of(row.getString(6), row.getString(7)),
        durationNanos,
        row.getBoolean(9),
        row.getBoolean(10),
        row.getString(11),
        row.getInt(12),
        !row.getBoolean(13),
        0,
        link(linkTemplate, TraceId.ofHex(row.getString(3)), startNanos, durationNanos));
  }

  private static String link(String template, TraceId id, long startNanos, long durationNanos) {
    return TraceLink.of(
            template,
            id,
            startNanos / NANOS_PER_MILLI,
            (startNanos + durationNanos) / NANOS_PER_MILLI + 1)
        .orElse("");
  }
}
