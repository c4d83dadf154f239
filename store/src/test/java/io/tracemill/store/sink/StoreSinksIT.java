package io.tracemill.store.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.store.GeneratedRows;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileReader;
import io.tracemill.store.parquet.RowFormat;
import io.tracemill.store.question.TestStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class StoreSinksIT {
  private static final long TIME = 1_764_072_000_000L;
  private static final int ROWS = 2000;
  private static final int ROWS_A_CHECKPOINT = 100;
  private static final GeneratedRows GENERATED = new GeneratedRows(4, 3, 10, 1);
  private static final RequestFormat FORMAT = new RequestFormat(TestStore.RULES.replay());
  private static final AtomicBoolean FAILS = new AtomicBoolean();

  @RegisterExtension
  static final MiniClusterExtension CLUSTER =
      new MiniClusterExtension(
          new MiniClusterResourceConfiguration.Builder()
              .setNumberTaskManagers(1)
              .setNumberSlotsPerTaskManager(2)
              .build());

  @TempDir java.nio.file.Path directory;

  @BeforeEach
  void doNotFail() {
    FAILS.set(false);
  }

  @Test
  void allRowsAreVisible() throws Exception {
    run(
        StoreSinksIT::request,
        new StoreSinks(line(), TestStore.RULES.replay()).requests(),
        KeptRequest.class);

    assertHasAllRequestsOnce();
  }

  @Test
  void aFailureLeavesEveryRowOnce() throws Exception {
    FAILS.set(true);
    run(
        StoreSinksIT::request,
        new StoreSinks(line(), TestStore.RULES.replay()).requests(),
        KeptRequest.class);

    assertThat(FAILS).isFalse();
    assertHasAllRequestsOnce();
  }

  @Test
  void aDeletedPartitionStopsNothing() throws Exception {
    String hour =
        directory.resolve("line-20251125T120000Z/requests/date=2025-11-25/hour=12").toString();
    run(
        number -> {
          if (number == ROWS / 2 + ROWS_A_CHECKPOINT) {
            Path partition = new Path(hour);
            partition.getFileSystem().delete(partition, true);
          }
          return request(number);
        },
        new StoreSinks(line(), TestStore.RULES.replay()).requests(),
        KeptRequest.class);

    long later = 0;
    for (FileStatus file : visibleFiles(StoreTable.REQUESTS)) {
      later +=
          read(FORMAT, file).stream()
              .filter(row -> row.timeMillis() >= TIME + StoreLayout.HOUR_MILLIS)
              .count();
    }
    assertThat(later).isEqualTo(ROWS / 2);
  }

  private static KeptRequest request(long number) {
    if (number == ROWS / 2 && FAILS.getAndSet(false)) {
      throw new IllegalStateException("fails once");
    }
    // From one hour to the next.
    return GENERATED.request(number, TIME + number * 2 * StoreLayout.HOUR_MILLIS / ROWS);
  }

  private static <T> void run(MapFunction<Long, T> rows, Sink<T> sink, Class<T> type)
      throws Exception {
    Configuration configuration = new Configuration();
    configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    configuration.set(
        RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(1));
    StreamExecutionEnvironment environment =
        StreamExecutionEnvironment.getExecutionEnvironment(configuration);
    environment.setParallelism(2);
    environment.enableCheckpointing(50);
    environment.getConfig().enableObjectReuse();
    environment
        .fromSource(
            new DataGeneratorSource<>(
                number -> number,
                ROWS,
                RateLimiterStrategy.perCheckpoint(ROWS_A_CHECKPOINT),
                Types.LONG),
            WatermarkStrategy.noWatermarks(),
            "numbers")
        .map(rows)
        .returns(TypeInformation.of(type))
        .sinkTo(sink)
        .uid("index");
    environment.execute();
  }

  private void assertHasAllRequestsOnce() throws IOException {
    Set<String> traces = new HashSet<>();
    int count = 0;
    for (FileStatus file : visibleFiles(StoreTable.REQUESTS)) {
      for (KeptRequest row : read(FORMAT, file)) {
        traces.add(row.traceId().hex());
        assertThat(StoreLayout.hour(file.getPath().getParent()).orElseThrow())
            .isEqualTo(row.timeMillis() / 3_600_000 * 3_600_000);
        count++;
      }
    }
    assertThat(count).isEqualTo(ROWS);
    assertThat(traces.size()).isEqualTo(ROWS);
  }

  private List<FileStatus> visibleFiles(StoreTable table) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    for (StorePartition partition : StoreLayout.partitions(index())) {
      if (partition.table() == table) {
        files.addAll(partition.visibleFiles());
      }
    }
    return files;
  }

  private static <T> List<T> read(RowFormat<T> format, FileStatus file) throws IOException {
    List<T> rows = new ArrayList<>();
    try (RowFileReader<T> reader = new RowFileReader<>(format, file.getPath())) {
      for (@Nullable T row = reader.read(); row != null; row = reader.read()) {
        rows.add(row);
      }
    }
    return rows;
  }

  private Path index() {
    return Path.fromLocalFile(directory.toFile());
  }

  private Path line() {
    return StoreLayout.line(index(), Instant.ofEpochMilli(TIME));
  }
}
