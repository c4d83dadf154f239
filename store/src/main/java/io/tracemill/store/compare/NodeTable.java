package io.tracemill.store.compare;

import io.tracemill.store.question.Moments;
import io.tracemill.store.question.Selection;
import io.tracemill.store.engine.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The times of the nodes of one category's call tree in one set of requests.
 *
 * @param durations of the requests
 * @param inclusive by position of the node
 * @param own by position of the node
 */
record NodeTable(Moments durations, List<NodeColumn> inclusive, List<NodeColumn> own) {
  /** The largest number of times of each kind in a sample. */
  private static final int MAX_TIMES = 5_000_000;

  /** The sums of all nodes. */
  private record Sums(List<Moments> inclusive, List<Moments> own) {
    static Sums none(int nodes) {
      return new Sums(
          new ArrayList<>(Collections.nCopies(nodes, Moments.NONE)),
          new ArrayList<>(Collections.nCopies(nodes, Moments.NONE)));
    }

    void add(ResultSet row) throws SQLException {
      int place = row.getInt(1);
      inclusive.set(place, Moments.read(row, 2));
      own.set(place, Moments.read(row, 2 + Moments.COLUMNS));
    }
  }

  /**
   * Reads it. If there are too many requests, the sums are those of a random share.
   *
   * @param requests of the category
   * @param nodes number of nodes
   */
  static NodeTable read(Requests requests, int nodes) {
    return read(requests, nodes, Math.min(Significance.MAX_ROWS, MAX_TIMES / nodes));
  }

  static NodeTable read(Requests requests, int nodes, int maxRows) {
    Selection selection = Selection.of(requests.session(), requests.statistics(), maxRows);
    Sums sums =
        requests
            .session()
            .fold(
                """
                SELECT place, %s, %s
                FROM (
                  SELECT unnest(range(len(node_inclusive_nanos)))::INTEGER AS place, %s AS w,
                    unnest(node_inclusive_nanos) AS x, unnest(node_exclusive_nanos) AS own
                  FROM requests WHERE %s)
                WHERE place < %d GROUP BY place
                """
                    .formatted(
                        Moments.columns("x", "w"),
                        Moments.columns("own", "w"),
                        selection.weight(),
                        selection.condition(),
                        nodes),
                () -> Sums.none(nodes),
                Sums::add);
    return requests
        .session()
        .fold(
            """
            SELECT place, inclusive, own
            FROM (
              SELECT unnest(range(len(node_inclusive_nanos)))::INTEGER AS place,
                unnest(node_inclusive_nanos) AS inclusive, unnest(node_exclusive_nanos) AS own
              FROM requests WHERE %s AND sample_point <= %s)
            WHERE place < %d
            """
                .formatted(requests.statistics(), Sql.number(last(requests, maxRows)), nodes),
            () -> new NodeTable(selection.durations(), columns(sums.inclusive), columns(sums.own)),
            NodeTable::add);
  }

  /** The largest sample point of the uniform sample; negative if it is empty. */
  private static double last(Requests requests, int maxRows) {
    return requests
        .session()
        .row(
            "SELECT coalesce(max(list_max(sample)), -1) FROM (%s)"
                .formatted(new UniformSample(requests, true, maxRows).select("sample_point")),
            row -> row.getDouble(1));
  }

  private static List<NodeColumn> columns(List<Moments> sums) {
    return sums.stream().map(NodeColumn::new).toList();
  }

  private void add(ResultSet row) throws SQLException {
    int place = row.getInt(1);
    inclusive.get(place).add(row.getLong(2));
    own.get(place).add(row.getLong(3));
  }
}
