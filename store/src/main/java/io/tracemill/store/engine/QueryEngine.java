package io.tracemill.store.engine;

import io.tracemill.store.layout.StoreTable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.duckdb.DuckDBDriver;

/**
 * DuckDB in this process, in memory. It reads the given files and nothing else; it loads no
 * extension; its configuration is locked.
 */
public final class QueryEngine implements AutoCloseable {
  /** Rows arrive while they are made; otherwise the engine would hold a whole result. */
  private static final Properties STREAMING = new Properties();

  static {
    STREAMING.setProperty(DuckDBDriver.JDBC_STREAM_RESULTS, "true");
  }

  private final EngineLimits limits;
  private final ScratchDirectory scratch;
  private final Connection connection;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "query-timeout");
            thread.setDaemon(true);
            return thread;
          });

  private QueryEngine(EngineLimits limits, ScratchDirectory scratch, Connection connection) {
    this.limits = limits;
    this.scratch = scratch;
    this.connection = connection;
  }

  /**
   * Starts it with the views {@link StoreViews} over these files.
   *
   * @throws QueryException if one of the first files is not readable
   */
  public static QueryEngine open(
      Map<StoreTable, ? extends Collection<Path>> files, EngineLimits limits) {
    ScratchDirectory scratch = ScratchDirectory.create();
    try {
      QueryEngine engine =
          new QueryEngine(limits, scratch, DriverManager.getConnection("jdbc:duckdb:", STREAMING));
      try {
        engine.prepare(files);
        return engine;
      } catch (QueryException e) {
        engine.close();
        throw e;
      }
    } catch (SQLException e) {
      scratch.close();
      throw new QueryException("DuckDB does not start: " + firstLine(e), e);
    }
  }

  /**
   * Whether a file can be read completely; reads all of it.
   *
   * @throws QueryException if that exceeds the limits
   */
  public static boolean isReadable(Path file, EngineLimits limits) {
    // No other view needs the columns of this one, so the file may be of any table.
    try (QueryEngine engine = open(Map.of(StoreTable.PANES, List.of(file)), limits)) {
      engine.rows("SELECT max(hash(p)) FROM panes p", row -> "");
      return true;
    } catch (QueryException e) {
      if (!e.mayBeOfFile()) {
        throw e;
      }
      return false;
    }
  }

  private void prepare(Map<StoreTable, ? extends Collection<Path>> files) {
    for (String setting :
        List.of(
            "memory_limit = '%dMB'".formatted(limits.memoryMegabytes()),
            "threads = " + limits.threads(),
            "temp_directory = "
                + (limits.spillMegabytes() > 0 ? Sql.text(scratch.path().toString()) : "''"),
            "max_temp_directory_size = '%dMB'".formatted(limits.spillMegabytes()),
            "TimeZone = 'UTC'",
            "preserve_insertion_order = false",
            "parquet_metadata_cache = true",
            "autoinstall_known_extensions = false",
            "autoload_known_extensions = false",
            "allow_community_extensions = false",
            "allow_unsigned_extensions = false",
            "allow_persistent_secrets = false",
            "allowed_paths = "
                + Sql.texts(files.values().stream().flatMap(Collection::stream).toList()),
            "enable_external_access = false")) {
      rows("SET " + setting, row -> "");
    }
    StoreViews.statements(files).forEach(statement -> rows(statement, row -> ""));
    rows("SET lock_configuration = true", row -> "");
  }

  /**
   * All rows of a statement's result.
   *
   * @throws QueryException if it fails, takes too long, needs too much memory or has too many rows
   */
  public <T> List<T> rows(String sql, RowMapper<T> mapper) {
    return fold(sql, new ArrayList<T>(), new RowList<>(mapper, limits.maxRows()));
  }

  /** Appends rows to a list, up to a limit. */
  private record RowList<T>(RowMapper<T> mapper, int maxRows) implements RowFolder<List<T>> {
    @Override
    public void begin(ResultSetMetaData columns) throws SQLException {
      mapper.begin(columns);
    }

    @Override
    public void add(List<T> rows, ResultSet row) throws SQLException {
      if (rows.size() == maxRows) {
        throw new QueryException(
            "the answer has more than %,d rows; ask for fewer (LIMIT, or a shorter range of time)"
                .formatted(maxRows));
      }
      rows.add(mapper.map(row));
    }
  }

  /**
   * Adds all rows of a statement's result, however many, to {@code into}.
   *
   * @throws QueryException if it fails, takes too long or needs too much memory; some rows may have
   *     been added
   */
  public <A> A fold(String sql, A into, RowFolder<? super A> folder) {
    // Only prepared statements report why they fail.
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      Future<?> timeout =
          timer.schedule(
              () -> cancel(statement), limits.timeout().toMillis(), TimeUnit.MILLISECONDS);
      try {
        if (statement.execute()) {
          try (ResultSet result = statement.getResultSet()) {
            folder.begin(result.getMetaData());
            while (result.next()) {
              folder.add(into, result);
            }
          }
        }
      } finally {
        timeout.cancel(false);
      }
      return into;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static void cancel(PreparedStatement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // The statement has already ended.
    }
  }

  private QueryException failure(SQLException e) {
    String reason = firstLine(e);
    if (e instanceof SQLTimeoutException || reason.startsWith("INTERRUPT Error")) {
      return new QueryException(
          "the question took longer than %d s and was stopped; give a shorter range of time, or a higher timeout"
              .formatted(limits.timeout().toSeconds()),
          e);
    } else if (reason.startsWith("Out of Memory Error")) {
      return new QueryException(
          "the question needs more than %d MB of memory and %d MB on disk and was stopped; give a shorter range of time, or more memory"
              .formatted(limits.memoryMegabytes(), limits.spillMegabytes()),
          e);
    }
    return new QueryException(reason, e);
  }

  /** DuckDB appends the statement, and hints, in further lines. */
  private static String firstLine(SQLException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("").strip();
  }

  @Override
  public void close() {
    timer.shutdownNow();
    try {
      connection.close();
    } catch (SQLException e) {
      throw new QueryException("DuckDB does not close: " + firstLine(e), e);
    } finally {
      scratch.close();
    }
  }
}
