package io.tracemill.store.sql;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.RowMapper;
import io.tracemill.store.engine.Sql;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The process of {@link SqlProcess}: reads a request, writes the result or an error. */
public final class SqlMain implements RowMapper<List<@Nullable Object>> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Characters of a result; a number counts as eight. */
  static final long MAX_CHARACTERS = 5_000_000;

  static final String TOO_LARGE = "the result is too large; ask for fewer rows or columns";

  /** They change the engine, write files or output past it, or run a statement given as text. */
  private static final String REFUSED_FUNCTIONS =
      "enable_logging|disable_logging|enable_profiling|disable_profiling|truncate_duckdb_logs|write_log|checkpoint|force_checkpoint|query|query_table|json_execute_serialized_sql";

  /** One statement that only selects, as DuckDB's own parser sees it. */
  private static final String CHECK =
      """
      SELECT json ->> 'error_message', json_array_length(json -> 'statements'),
        regexp_extract(json::VARCHAR, '"function_name":"(?i:(%s))"', 1)
      FROM (SELECT json_serialize_sql(%s) AS json)
      """;

  /**
   * What the process reads.
   *
   * @param directory of the store
   * @param line the only line to read; empty for all
   * @param fromMillis start of the hours to read, milliseconds since the epoch
   * @param toMillis exclusive
   * @param timeoutMillis longest time of the statement
   */
  record Request(
      String directory,
      String line,
      long fromMillis,
      long toMillis,
      String sql,
      int memoryMegabytes,
      int spillMegabytes,
      int threads,
      long timeoutMillis,
      int maxRows) {}

  /**
   * What the process writes.
   *
   * @param error why there is no result; null if there is one
   */
  record Answer(@Nullable SqlResult result, @Nullable String error) {}

  private final List<String> columns = new ArrayList<>();
  private long characters;

  private SqlMain() {}

  /** Standard input and output are JSON. */
  public static void main(String[] args) throws IOException {
    PrintStream out = System.out;
    // What libraries print must not mix with the result.
    System.setOut(System.err);
    Request request = JSON.readValue(System.in, Request.class);
    Answer answer;
    try {
      answer = new Answer(answer(request), null);
    } catch (QueryException e) {
      answer = new Answer(null, String.valueOf(e.getMessage()));
    } catch (OutOfMemoryError e) {
      answer = new Answer(null, TOO_LARGE);
    }
    JSON.writeValue(out, answer);
    out.flush();
    // No thread of the engine may keep the process alive.
    System.exit(0);
  }

  private static SqlResult answer(Request request) {
    EngineLimits limits =
        new EngineLimits(
            request.memoryMegabytes(),
            request.spillMegabytes(),
            request.threads(),
            Duration.ofMillis(request.timeoutMillis()),
            request.maxRows(),
            0);
    Optional<String> line = Optional.of(request.line()).filter(name -> !name.isEmpty());
    Store store = Store.open(Path.of(request.directory()), line, limits);
    try (StoreSession session =
        store.session(new Period(request.fromMillis(), request.toMillis()))) {
      return select(session, request.sql().strip());
    }
  }

  /** Runs a statement if it only selects. */
  static SqlResult select(StoreSession session, String sql) {
    check(session, sql);
    SqlMain reader = new SqlMain();
    List<List<@Nullable Object>> rows = session.rows(sql, reader);
    return new SqlResult(reader.columns, rows, session.skipped());
  }

  /** The engine could still copy into its own directories, or change its own state. */
  private static void check(StoreSession session, String sql) {
    session.row(
        CHECK.formatted(REFUSED_FUNCTIONS, Sql.text(sql)),
        row -> {
          String error = row.getString(1);
          if (error != null && error.startsWith("Only SELECT")) {
            throw new QueryException(
                "the store is read-only; only SELECT is allowed (also FROM, WITH, VALUES, DESCRIBE, SUMMARIZE, SHOW)");
          } else if (error != null) {
            throw new QueryException(error.replaceAll("\\s*\\R\\s*", " "));
          } else if (row.getInt(2) != 1) {
            throw new QueryException("give one SELECT statement");
          } else if (!row.getString(3).isEmpty()) {
            throw new QueryException(
                "the function %s is not allowed; the store is read-only"
                    .formatted(row.getString(3)));
          }
          return sql;
        });
  }

  @Override
  public void begin(ResultSetMetaData meta) throws SQLException {
    columns.clear();
    for (int i = 1; i <= meta.getColumnCount(); i++) {
      columns.add(meta.getColumnLabel(i));
    }
  }

  @Override
  public List<@Nullable Object> map(ResultSet row) throws SQLException {
    List<@Nullable Object> cells = new ArrayList<>();
    for (int i = 1; i <= columns.size(); i++) {
      Object value = row.getObject(i);
      boolean plain = value == null || value instanceof Number || value instanceof Boolean;
      Object cell = plain ? value : String.valueOf(value);
      characters += cell instanceof String text ? text.length() : Long.BYTES;
      cells.add(cell);
    }
    if (characters > MAX_CHARACTERS) {
      throw new QueryException(TOO_LARGE);
    }
    return cells;
  }
}
