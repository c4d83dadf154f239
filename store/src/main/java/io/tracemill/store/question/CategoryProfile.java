package io.tracemill.store.question;

import io.tracemill.analysis.signature.CanonicalForm;
import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.QueryException;
import java.util.ArrayList;
import java.util.List;

/**
 * The call tree of a category with the times of its nodes (P-Tracer 4.1.2).
 *
 * @param requests estimated number of complete requests
 * @param rows number of them in the index
 * @param readRows number of those whose nodes were read; about, if all would be too many
 * @param truncated whether nodes of the call tree were cut off
 * @param nodes in the order of the calls
 */
public record CategoryProfile(
    Frame endpoint,
    String flow,
    long requests,
    double requestsError,
    long rows,
    long readRows,
    boolean truncated,
    List<Node> nodes) {
  /**
   * A node; its spans are one call or a run of equal calls. Times are inclusive unless said.
   *
   * @param depth calls from the root
   * @param run the number of equal calls, or what counts as equally many
   * @param callsPerRequest mean number of its spans
   * @param meanNanos mean of the sum of its spans' durations
   * @param ratio of its mean to that of the root
   * @param ownNanos mean time in which it waits for no child
   * @param criticalNanos mean time of its own on the critical path
   */
  public record Node(
      int position,
      int depth,
      String service,
      String operation,
      boolean async,
      int run,
      double callsPerRequest,
      double meanNanos,
      double meanErrorNanos,
      long minNanos,
      long maxNanos,
      double ratio,
      double ownNanos,
      double criticalNanos) {}

  public CategoryProfile {
    nodes = List.copyOf(nodes);
  }

  private record Row(
      int position,
      Moments inclusive,
      long min,
      long max,
      double calls,
      double own,
      double critical) {}

  /**
   * Asks for it; reads about {@link Selection#MAX_ROWS} requests at most.
   *
   * @throws QueryException if no complete request matches
   */
  public static CategoryProfile ask(
      StoreSession session, Filter filter, CategorySearch.Category category) {
    return ask(session, filter, category, Selection.MAX_ROWS);
  }

  static CategoryProfile ask(
      StoreSession session, Filter filter, CategorySearch.Category category, long maxRows) {
    Selection selection =
        Selection.of(
            session, filter.of(category.endpoint()).ofFlow(category.flow()).statistics(), maxRows);
    Moments durations = selection.durations();
    if (durations.rows() == 0) {
      throw QueryException.noneMatch();
    }
    List<Row> rows =
        session.rows(
            """
            WITH n AS (
              SELECT %s AS w, unnest(range(len(node_calls))) AS position,
                unnest(node_calls) AS calls, unnest(node_inclusive_nanos) AS x,
                unnest(node_exclusive_nanos) AS own, unnest(node_critical_nanos) AS critical
              FROM requests WHERE %s)
            SELECT position, %s, min(x), max(x), sum(w * calls) / sum(w), sum(w * own) / sum(w),
              sum(w * critical) / sum(w)
            FROM n GROUP BY position ORDER BY position
            """
                .formatted(selection.weight(), selection.condition(), Moments.columns("x", "w")),
            row ->
                new Row(
                    row.getInt(1),
                    Moments.read(row, 2),
                    row.getLong(2 + Moments.COLUMNS),
                    row.getLong(3 + Moments.COLUMNS),
                    row.getDouble(4 + Moments.COLUMNS),
                    row.getDouble(5 + Moments.COLUMNS),
                    row.getDouble(6 + Moments.COLUMNS)));
    return new CategoryProfile(
        category.endpoint(),
        category.flow(),
        durations.requests(),
        durations.requestsError(),
        durations.rows(),
        selection.readRows(),
        category.form().truncated(),
        nodes(category.form(), rows));
  }

  private static List<Node> nodes(CanonicalForm form, List<Row> rows) {
    List<Node> nodes = new ArrayList<>();
    double root = rows.isEmpty() ? 0 : rows.get(0).inclusive.mean();
    for (Row row : rows) {
      if (row.position >= form.nodes().size()) {
        break;
      }
      CanonicalForm.Node node = form.nodes().get(row.position);
      double mean = row.inclusive.mean();
      nodes.add(
          new Node(
              row.position,
              node.depth(),
              node.frame().service(),
              node.frame().operation(),
              node.async(),
              node.run(),
              row.calls,
              mean,
              row.inclusive.meanError(),
              row.min,
              row.max,
              root == 0 ? 0 : mean / root,
              row.own,
              row.critical));
    }
    return nodes;
  }
}
