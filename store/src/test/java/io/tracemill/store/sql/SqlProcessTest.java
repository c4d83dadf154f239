package io.tracemill.store.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tracemill.analysis.span.Frame;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.QueryException;
import io.tracemill.store.engine.StoreSession;
import io.tracemill.store.question.MadeUpCategory;
import io.tracemill.store.question.MadeUpTraffic;
import io.tracemill.store.question.TestStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqlProcessTest {
  private static final MadeUpCategory CATEGORY =
      MadeUpTraffic.category(
          Frame.of("a", "b"), 1, MadeUpTraffic.node(0, "a", "b"), MadeUpTraffic.node(1, "c", "d"));
  private static final EngineLimits LIMITS =
      new EngineLimits(200, 100, 2, Duration.ofMinutes(1), 1_000, 20_000);

  @TempDir private static Path directory;

  @BeforeAll
  static void write() {
    TestStore.write(
        directory,
        TestStore.LINE,
        MadeUpTraffic.random(List.of(CATEGORY), 100, 1, false, new Random(1)));
  }

  private static SqlResult run(String sql) {
    return run(sql, LIMITS);
  }

  private static SqlResult run(String sql, EngineLimits limits) {
    return SqlProcess.run(directory, Optional.empty(), Filter.ALL_TIME, sql, limits);
  }

  @Test
  void selectsFromAllViews() {
    assertThat(run("SELECT count(*) AS n, 'x', NULL, 1.5::DOUBLE FROM requests").rows())
        .containsExactly(Arrays.asList(100, "x", null, 1.5));
    assertThat(
            run("SELECT parent, span_service, count(*)::INT FROM spans GROUP BY ALL ORDER BY 1")
                .rows())
        .containsExactly(List.of(-1, "a", 100), List.of(0, "c", 100));
    assertThat(run("SELECT * FROM spans").columns()).contains("span_service");
    assertThat(run("DESCRIBE panes;").rows()).hasSize(7);
    assertThat(run("FROM incidents").columns())
        .containsExactly("time_millis", "stream", "id", "status", "severity", "json");
  }

  @Test
  @Tag("slow")
  void refusesWhatDoesNotOnlySelectFromTheIndex() throws IOException {
    Path file;
    try (Stream<Path> files = Files.walk(directory)) {
      file = files.filter(each -> each.toString().endsWith(".parquet")).findFirst().orElseThrow();
    }
    byte[] before = Files.readAllBytes(file);
    Path written = directory.resolveSibling("written-by-a-statement");
    try (StoreSession session = TestStore.open(directory).session(Filter.ALL_TIME)) {
      for (String sql :
          List.of(
              "SELECT * FROM read_text('/etc/passwd')",
              "SELECT * FROM read_blob('/etc/passwd')",
              "SELECT * FROM read_csv('/etc/passwd')",
              "SELECT * FROM '/etc/passwd'",
              "SELECT * FROM glob('/etc/*')",
              "SELECT getenv('HOME')",
              "COPY requests TO '/tmp/stolen.csv'",
              "COPY (SELECT 1) TO '%s' (FORMAT parquet, USE_TMP_FILE false)".formatted(file),
              "EXPLAIN ANALYZE COPY (SELECT 1) TO '%s'".formatted(file),
              "ATTACH '/tmp/other.db'",
              "ATTACH ':memory:' AS other",
              "INSTALL httpfs",
              "LOAD httpfs",
              "SET memory_limit = '50GB'",
              "RESET lock_configuration",
              "PRAGMA enable_profiling",
              "PRAGMA memory_limit = '50GB'",
              "EXPORT DATABASE '/tmp/exported'",
              "CREATE TABLE t AS SELECT 1",
              "CALL enable_logging()",
              "SELECT * FROM enable_logging(storage => 'file', storage_path => '%s')"
                  .formatted(written),
              "SELECT * FROM Enable_Profiling(save_location => '%s')".formatted(written),
              "FROM query('SELECT * FROM enable_logging()')",
              "SELECT 1; SELECT 2",
              "SELEC 1",
              "SELECT nothing FROM requests",
              "")) {
        assertThatThrownBy(() -> SqlMain.select(session, sql))
            .as(sql)
            .isInstanceOf(QueryException.class)
            .message()
            .isNotBlank()
            .doesNotContain("\n");
      }
      assertThat(SqlMain.select(session, "SELECT 1 AS one").rows()).hasSize(1);
    }
    assertThatThrownBy(() -> run("SELECT * FROM read_text('/etc/passwd')"))
        .isInstanceOf(QueryException.class)
        .message()
        .doesNotContain("\n");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
    assertThat(written).doesNotExist();
  }

  @Test
  @Tag("slow")
  void refusesLargeResults() {
    assertThat(run("SELECT repeat('x', 4000000) AS text").rows()).hasSize(1);
    for (String sql :
        List.of(
            "SELECT repeat('x', 6000000)",
            "SELECT repeat('x', 60000) FROM range(100)",
            "SELECT error(repeat('x', 25000000))")) {
      assertThatThrownBy(() -> run(sql))
          .isInstanceOf(QueryException.class)
          .hasMessageStartingWith("the result is too large");
    }
  }

  @Test
  @Tag("slow")
  void stopsWhatNeedsTooMuch() {
    assertThatThrownBy(
            () ->
                run(
                    "SELECT a.range FROM range(100000) a, range(70000) b ORDER BY hash(a.range + b.range)"))
        .hasMessageContaining("more than 200 MB");
    assertThatThrownBy(
            () ->
                run(
                    "SELECT count(*) FROM range(1000000) a, range(10000000) b WHERE a.range + b.range = 7",
                    LIMITS.withTimeout(Duration.ofSeconds(2))))
        .hasMessageContaining("longer than 2 s");
    assertThatThrownBy(() -> run("FROM range(2000)")).hasMessageContaining("more than 1,000 rows");
    assertThat(run("SELECT 1 AS one").rows()).hasSize(1);
  }
}
