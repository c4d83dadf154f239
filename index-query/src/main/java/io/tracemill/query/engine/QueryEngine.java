package io.tracemill.query.engine;

import io.tracemill.query.files.IndexTable;
import io.tracemill.query.files.QueryException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * DuckDB in this process, in memory. It reads the given files and nothing else; it loads no
 * extension; its configuration is locked.
 */
public final class QueryEngine implements AutoCloseable {
  private final EngineLimits limits;
  private final Path spill;
  private final Connection connection;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "query-timeout");
            thread.setDaemon(true);
            return thread;
          });

  private QueryEngine(EngineLimits limits, Path spill, Connection connection) {
    this.limits = limits;
    this.spill = spill;
    this.connection = connection;
  }

  /**
   * Starts it with the views {@link IndexViews} over these files.
   *
   * @throws QueryException if one of the first files is not readable
   */
  public static QueryEngine open(
      Map<IndexTable, ? extends Collection<Path>> files, EngineLimits limits) {
    try {
      Path spill = Files.createTempDirectory("tracemill-query");
      QueryEngine engine =
          new QueryEngine(limits, spill, DriverManager.getConnection("jdbc:duckdb:"));
      try {
        engine.prepare(files);
        return engine;
      } catch (QueryException e) {
        engine.close();
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no directory for temporary files", e);
    } catch (SQLException e) {
      throw new QueryException("DuckDB does not start: " + firstLine(e), e);
    }
  }

  /** Whether all of a file can be read; reads it. */
  public static boolean isReadable(Path file) {
    // No other view needs the columns of this one, so the file may be of any table.
    try (QueryEngine engine = open(Map.of(IndexTable.PANES, List.of(file)), EngineLimits.DEFAULT)) {
      engine.rows("SELECT max(hash(p)) FROM panes p", row -> "");
      return true;
    } catch (QueryException e) {
      return false;
    }
  }

  private void prepare(Map<IndexTable, ? extends Collection<Path>> files) {
    for (String setting :
        List.of(
            "memory_limit = '%dMB'".formatted(limits.memoryMegabytes()),
            "threads = " + limits.threads(),
            "temp_directory = " + (limits.spillMegabytes() > 0 ? Sql.text(spill + "") : "''"),
            "max_temp_directory_size = '%dMB'".formatted(limits.spillMegabytes()),
            "TimeZone = 'UTC'",
            "preserve_insertion_order = false",
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
    IndexViews.statements(files).forEach(statement -> rows(statement, row -> ""));
    rows("SET lock_configuration = true", row -> "");
  }

  /**
   * All rows of a statement's result.
   *
   * @throws QueryException if it fails, takes too long, needs too much memory or has too many rows
   */
  public <T> List<T> rows(String sql, RowReader<T> reader) {
    List<T> rows = new ArrayList<>();
    // Only prepared statements say why they fail.
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      Future<?> timeout =
          timer.schedule(
              () -> cancel(statement), limits.timeout().toMillis(), TimeUnit.MILLISECONDS);
      try {
        if (statement.execute()) {
          try (ResultSet result = statement.getResultSet()) {
            while (result.next()) {
              if (rows.size() == limits.maxRows()) {
                throw new QueryException(
                    "the answer has more than %,d rows; ask for fewer (LIMIT, or --from and --to)"
                        .formatted(limits.maxRows()));
              }
              rows.add(reader.read(result));
            }
          }
        }
      } finally {
        timeout.cancel(false);
      }
      return rows;
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  private static void cancel(PreparedStatement statement) {
    try {
      statement.cancel();
    } catch (SQLException e) {
      // It has ended by itself.
    }
  }

  private QueryException failure(SQLException e) {
    String reason = firstLine(e);
    if (e instanceof SQLTimeoutException || reason.startsWith("INTERRUPT Error")) {
      return new QueryException(
          "the question took longer than %d s and was stopped; ask about less (--from, --to) or raise --timeout"
              .formatted(limits.timeout().toSeconds()),
          e);
    } else if (reason.startsWith("Out of Memory Error")) {
      return new QueryException(
          "the question needs more than %d MB of memory and %d MB on disk and was stopped; ask about less (--from, --to) or raise --memory"
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
      try (Stream<Path> files = Files.walk(spill)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    } catch (SQLException | IOException e) {
      throw new QueryException("DuckDB does not end in order: " + e.getMessage(), e);
    }
  }
}
