package io.tracemill.store.engine;

import io.tracemill.store.layout.StoreTable;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The views of a store.
 *
 * <ul>
 *   <li>{@code requests}: the columns of the table of that name, one row a request.
 *   <li>{@code panes}, {@code incidents}: the columns of the tables of these names.
 *   <li>{@code spans}: one row for each span: {@code time_millis, trace_id, service, operation,
 *       category, complete, weight, position, span_id, parent, span_service, span_operation, host,
 *       kind, start_nanos, duration_nanos, shift_nanos, critical_nanos, failed, async, orphan}.
 * </ul>
 */
public final class StoreViews {
  /** The place of a row in its file; {@code requests} leaves these columns out. */
  static final String PLACE = "filename, file_row_number";

  private static final Map<StoreTable, String> COLUMNS =
      Map.of(
          StoreTable.REQUESTS,
          """
          NULL::BIGINT AS time_millis, NULL::BIGINT AS start_nanos, NULL::VARCHAR AS trace_id,
          NULL::VARCHAR AS span_id, NULL::VARCHAR AS role, NULL::VARCHAR AS service,
          NULL::VARCHAR AS operation, NULL::BIGINT AS duration_nanos, NULL::BOOLEAN AS failed,
          NULL::BOOLEAN AS complete, NULL::INTEGER AS span_count, NULL::VARCHAR AS category,
          NULL::STRUCT(service VARCHAR, key VARCHAR, "value" VARCHAR)[] AS attributes,
          NULL::DOUBLE AS weight, NULL::DOUBLE AS sample_point, NULL::DOUBLE AS uniform_below,
          NULL::BOOLEAN AS pooled, NULL::BOOLEAN AS path_only,
          NULL::STRUCT(span_id VARCHAR, parent INTEGER, service VARCHAR, operation VARCHAR,
            host VARCHAR, kind VARCHAR, start_nanos BIGINT, duration_nanos BIGINT, failed BOOLEAN,
            "async" BOOLEAN, orphan BOOLEAN, shift_nanos BIGINT, critical_nanos BIGINT)[] AS spans
          """,
          StoreTable.PANES,
          """
          NULL::BIGINT AS time_millis, NULL::BIGINT AS length_millis, NULL::VARCHAR AS service,
          NULL::VARCHAR AS operation, NULL::BIGINT AS requests, NULL::INTEGER AS version, NULL::BLOB AS bytes
          """,
          StoreTable.INCIDENTS,
          """
          NULL::BIGINT AS time_millis, NULL::VARCHAR AS stream, NULL::VARCHAR AS id,
          NULL::VARCHAR AS status, NULL::VARCHAR AS severity, NULL::VARCHAR AS json
          """);

  private static final String SPANS =
      """
      CREATE VIEW spans AS
      SELECT time_millis, trace_id, service, operation, category, complete, weight, position,
        s.span_id AS span_id, s.parent AS parent, s.service AS span_service,
        s.operation AS span_operation, s.host AS host, s.kind AS kind,
        s.start_nanos AS start_nanos, s.duration_nanos AS duration_nanos,
        s.shift_nanos AS shift_nanos, s.critical_nanos AS critical_nanos, s.failed AS failed,
        s."async" AS "async", s.orphan AS orphan
      FROM (
        SELECT time_millis, trace_id, service, operation, category, complete, weight,
          unnest(range(len(spans))) AS position, unnest(spans) AS s
        FROM requests)
      """;

  private StoreViews() {}

  /** The statements that create them over these files. */
  static List<String> statements(Map<StoreTable, ? extends Collection<Path>> files) {
    return List.of(
        "CREATE VIEW request_rows AS " + rows(StoreTable.REQUESTS, files),
        "CREATE VIEW requests AS SELECT * EXCLUDE (%s) FROM request_rows".formatted(PLACE),
        "CREATE VIEW panes AS " + rows(StoreTable.PANES, files),
        "CREATE VIEW incidents AS " + rows(StoreTable.INCIDENTS, files),
        SPANS);
  }

  private static String rows(StoreTable table, Map<StoreTable, ? extends Collection<Path>> files) {
    Collection<Path> paths = files.containsKey(table) ? files.get(table) : List.of();
    boolean places = table == StoreTable.REQUESTS;
    return paths.isEmpty()
        ? "SELECT %s%s WHERE false"
            .formatted(
                COLUMNS.get(table),
                places ? ", NULL::VARCHAR AS filename, NULL::BIGINT AS file_row_number" : "")
        : "SELECT * FROM read_parquet(%s, hive_partitioning = false%s)"
            .formatted(Sql.texts(paths), places ? ", filename = true, file_row_number = true" : "");
  }
}
