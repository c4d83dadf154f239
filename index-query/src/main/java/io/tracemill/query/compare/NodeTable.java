package io.tracemill.query.compare;

import io.tracemill.query.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The times of the nodes of one category's call tree in one set of requests.
 *
 * @param durations of the requests
 * @param inclusive by position of the node
 * @param own by position of the node
 */
record NodeTable(Moments durations, List<NodeColumn> inclusive, List<NodeColumn> own) {
  /** The largest number of times of each kind. */
  private static final int MAX_TIMES = 5_000_000;

  /** The uniform sample: its size, and its largest sample point. */
  private record Uniform(long rows, double last) {}

  /**
   * Reads it. If there are too many requests, its times are those of the uniform sample.
   *
   * @param requests of the category
   * @param nodes number of nodes
   */
  static NodeTable read(Requests requests, int nodes) {
    return read(requests, nodes, Math.min(Significance.MAX_ROWS, MAX_TIMES / nodes));
  }

  static NodeTable read(Requests requests, int nodes, int maxRows) {
    String condition = requests.statistics();
    Moments durations =
        requests
            .session()
            .row(
                "SELECT %s FROM requests WHERE %s"
                    .formatted(Moments.columns("duration_nanos", "weight"), condition),
                row -> Moments.read(row, 1));
    Uniform uniform = uniform(requests, condition, maxRows);
    String sampled = "sample_point <= CAST('%s' AS DOUBLE)".formatted(uniform.last);
    boolean all = durations.rows() <= maxRows;
    String weight =
        all
            ? "weight"
            : String.format(Locale.ROOT, "CAST('%s' AS DOUBLE)", durations.weight() / uniform.rows);
    return requests
        .session()
        .fold(
            """
            SELECT place, inclusive, own, weight
            FROM (
              SELECT unnest(range(len(node_inclusive_nanos)))::INTEGER AS place,
                unnest(node_inclusive_nanos) AS inclusive, unnest(node_exclusive_nanos) AS own,
                CASE WHEN %s THEN %s ELSE -%s END AS weight
              FROM requests WHERE %s AND (%s OR %s))
            WHERE place < %d
            """
                .formatted(sampled, weight, weight, condition, all, sampled, nodes),
            () -> new NodeTable(durations, columns(nodes), columns(nodes)),
            NodeTable::add);
  }

  private static Uniform uniform(Requests requests, String condition, int maxRows) {
    return requests
        .session()
        .row(
            """
            SELECT count(*), coalesce(max(sample_point), -1)
            FROM (
              SELECT sample_point FROM requests
              WHERE %s AND sample_point < (SELECT min(uniform_below) FROM requests WHERE %s)
              ORDER BY sample_point LIMIT %d)
            """
                .formatted(condition, condition, maxRows),
            row -> new Uniform(row.getLong(1), row.getDouble(2)));
  }

  private static List<NodeColumn> columns(int nodes) {
    return Stream.generate(NodeColumn::new).limit(nodes).toList();
  }

  private void add(ResultSet row) throws SQLException {
    int place = row.getInt(1);
    // Columns cost time: the sign says whether the request is in the sample.
    double weight = row.getDouble(4);
    inclusive.get(place).add(row.getLong(2), Math.abs(weight), weight > 0);
    own.get(place).add(row.getLong(3), Math.abs(weight), weight > 0);
  }
}
