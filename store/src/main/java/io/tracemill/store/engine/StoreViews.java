package io.tracemill.store.engine;

import io.tracemill.store.layout.StoreTable;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The views of an index.
 *
 * <ul>
 *   <li>{@code requests}: the columns of the table of that name, one row a request.
 *   <li>{@code categories}: {@code service, operation, flow, truncated, nodes}, one row a category.
 *   <li>{@code panes}: the columns of the table of that name.
 *   <li>{@code nodes}: one row for each request and node of its category's call tree: {@code
 *       time_millis, trace_id, span_id, service, operation, flow, complete, weight, position,
 *       depth, node_service, node_operation, calls, inclusive_nanos, exclusive_nanos,
 *       critical_nanos, host}.
 *   <li>{@code spans}: one row for each kept span: {@code time_millis, trace_id, span_id, service,
 *       operation, flow, position, parent, span_service, span_operation, host, kind, start_nanos,
 *       duration_nanos, shift_nanos, failed}.
 * </ul>
 */
public final class StoreViews {
  private static final Map<StoreTable, String> COLUMNS =
      Map.of(
          StoreTable.REQUESTS,
          """
          NULL::BIGINT AS time_millis, NULL::BIGINT AS start_nanos, NULL::VARCHAR AS trace_id,
          NULL::VARCHAR AS span_id, NULL::VARCHAR AS role, NULL::VARCHAR AS service,
          NULL::VARCHAR AS operation, NULL::BIGINT AS duration_nanos, NULL::BOOLEAN AS failed,
          NULL::BOOLEAN AS complete, NULL::INTEGER AS span_count,
          NULL::DOUBLE AS sampling_weight, NULL::VARCHAR AS structure,
          NULL::VARCHAR AS flow,
          NULL::STRUCT(service VARCHAR, key VARCHAR, "value" VARCHAR)[] AS attributes,
          NULL::DOUBLE AS weight, NULL::DOUBLE AS sample_point, NULL::DOUBLE AS uniform_below,
          NULL::INTEGER[] AS node_calls, NULL::BIGINT[] AS node_inclusive_nanos,
          NULL::BIGINT[] AS node_exclusive_nanos, NULL::BIGINT[] AS node_critical_nanos,
          NULL::VARCHAR[] AS node_hosts,
          NULL::STRUCT(parent INTEGER, service VARCHAR, operation VARCHAR, host VARCHAR,
            kind VARCHAR, start_nanos BIGINT, duration_nanos BIGINT, shift_nanos BIGINT,
            failed BOOLEAN)[] AS spans,
          NULL::STRUCT(span INTEGER, from_nanos BIGINT, to_nanos BIGINT)[] AS critical_path
          """,
          StoreTable.CATEGORIES,
          """
          NULL::BIGINT AS time_millis, NULL::VARCHAR AS service, NULL::VARCHAR AS operation,
          NULL::VARCHAR AS flow, NULL::BOOLEAN AS truncated,
          NULL::STRUCT(depth INTEGER, service VARCHAR, operation VARCHAR, "async" BOOLEAN,
            run INTEGER)[] AS nodes
          """,
          StoreTable.PANES,
          """
          NULL::BIGINT AS time_millis, NULL::BIGINT AS length_millis, NULL::VARCHAR AS service,
          NULL::VARCHAR AS operation, NULL::BIGINT AS requests, NULL::VARCHAR AS kind,
          NULL::INTEGER AS version, NULL::BLOB AS bytes
          """);

  private static final String CATEGORIES =
      """
      CREATE VIEW categories AS
      SELECT service, operation, flow, bool_and(truncated) truncated,
        arg_max(nodes, len(nodes) - CASE WHEN truncated THEN 1e9 ELSE 0 END) nodes
      FROM category_rows GROUP BY service, operation, flow
      """;

  private static final String NODES =
      """
      CREATE VIEW nodes AS
      SELECT n.* EXCLUDE (place), place - 1 AS position, c.nodes[place].depth AS depth,
        c.nodes[place].service AS node_service, c.nodes[place].operation AS node_operation
      FROM (
        SELECT time_millis, trace_id, span_id, service, operation, flow, complete, weight,
          unnest(range(1, len(node_calls) + 1)) AS place, unnest(node_calls) AS calls,
          unnest(node_inclusive_nanos) AS inclusive_nanos,
          unnest(node_exclusive_nanos) AS exclusive_nanos,
          unnest(node_critical_nanos) AS critical_nanos, unnest(node_hosts) AS host
        FROM requests) n
      LEFT JOIN categories c USING (service, operation, flow)
      """;

  private static final String SPANS =
      """
      CREATE VIEW spans AS
      SELECT time_millis, trace_id, span_id, service, operation, flow, position,
        s.parent AS parent, s.service AS span_service, s.operation AS span_operation,
        s.host AS host, s.kind AS kind, s.start_nanos AS start_nanos,
        s.duration_nanos AS duration_nanos, s.shift_nanos AS shift_nanos, s.failed AS failed
      FROM (
        SELECT time_millis, trace_id, span_id, service, operation, flow,
          unnest(range(len(spans))) AS position, unnest(spans) AS s
        FROM requests)
      """;

  private StoreViews() {}

  /** The statements that create them over these files. */
  static List<String> statements(Map<StoreTable, ? extends Collection<Path>> files) {
    return List.of(
        "CREATE VIEW requests AS " + rows(StoreTable.REQUESTS, files),
        "CREATE VIEW category_rows AS " + rows(StoreTable.CATEGORIES, files),
        "CREATE VIEW panes AS " + rows(StoreTable.PANES, files),
        CATEGORIES,
        NODES,
        SPANS);
  }

  private static String rows(StoreTable table, Map<StoreTable, ? extends Collection<Path>> files) {
    Collection<Path> paths = files.containsKey(table) ? files.get(table) : List.of();
    return paths.isEmpty()
        ? "SELECT %s WHERE false".formatted(COLUMNS.get(table))
        : "SELECT * FROM read_parquet(%s, hive_partitioning = false)".formatted(Sql.texts(paths));
  }
}
