package io.tracemill.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Another program reads the files as {@code docs/store.md} says. */
class DuckDbTest {
  private static final int ROWS = 500;

  @TempDir static Path directory;
  private static Connection connection;

  @BeforeAll
  static void write() throws IOException, SQLException {
    GeneratedStore.write(
        org.apache.flink.core.fs.Path.fromLocalFile(directory.toFile()), ROWS, 10, 1);
    connection = DriverManager.getConnection("jdbc:duckdb:");
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @Test
  void requestsHaveTheDocumentedColumns() throws SQLException {
    assertThat(rows("describe select * from " + files("requests")))
        .containsExactly(
            "time_millis BIGINT",
            "start_nanos BIGINT",
            "trace_id VARCHAR",
            "span_id VARCHAR",
            "role VARCHAR",
            "service VARCHAR",
            "operation VARCHAR",
            "duration_nanos BIGINT",
            "failed BOOLEAN",
            "complete BOOLEAN",
            "span_count INTEGER",
            "category VARCHAR",
            "attributes STRUCT(service VARCHAR, \"key\" VARCHAR, \"value\" VARCHAR)[]",
            "weight DOUBLE",
            "sample_point DOUBLE",
            "uniform_below DOUBLE",
            "pooled BOOLEAN",
            "path_only BOOLEAN",
            "spans STRUCT(span_id VARCHAR, parent INTEGER, service VARCHAR, operation VARCHAR,"
                + " host VARCHAR, kind VARCHAR, start_nanos BIGINT, duration_nanos BIGINT, failed"
                + " BOOLEAN, async BOOLEAN, orphan BOOLEAN, shift_nanos BIGINT, critical_nanos"
                + " BIGINT)[]",
            "date DATE",
            "hour BIGINT");
  }

  @Test
  void panesHaveTheDocumentedColumns() throws SQLException {
    assertThat(rows("describe select * from " + files("panes")))
        .containsExactly(
            "time_millis BIGINT",
            "length_millis BIGINT",
            "service VARCHAR",
            "operation VARCHAR",
            "requests BIGINT",
            "version INTEGER",
            "bytes BLOB",
            "date DATE",
            "hour BIGINT");
  }

  @Test
  void valuesAreThoseOfTheRows() throws SQLException {
    var row = new GeneratedRows(20, 10, 10, 1).request(7, GeneratedStore.START + 50_400);
    assertThat(
            rows(
                "select span_id, spans[2].duration_nanos from %s where trace_id = '%s'"
                    .formatted(files("requests"), row.traceId().hex())))
        .hasSize(1)
        .allMatch(text -> text.startsWith("%016x ".formatted(row.spanId())));
    assertThat(
            rows(
                "select count(*), sum(len(spans)) from %s where list_sum(list_transform(spans, s -> s.critical_nanos)) = duration_nanos"
                    .formatted(files("requests"))))
        .containsExactly(ROWS + " " + ROWS * 10);
  }

  @Test
  void hiddenFilesAreNotRead() throws IOException, SQLException {
    Path partition = directory.resolve("line-20261125T170000Z/panes/date=2026-11-25/hour=17");
    Files.writeString(partition.resolve(".part-0.parquet"), "not complete");
    Files.writeString(partition.resolve("_sorted-1.parquet"), "not complete");

    assertThat(rows("select count(*), 0 from " + files("panes"))).containsExactly("1 0");
  }

  private static String files(String table) {
    return "read_parquet('%s/line-*/%s/date=*/hour=*/[!._]*.parquet', hive_partitioning = true)"
        .formatted(directory, table);
  }

  /** The first two columns of each row. */
  private static List<String> rows(String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      while (result.next()) {
        rows.add(result.getString(1) + " " + result.getString(2));
      }
    }
    return rows;
  }
}
