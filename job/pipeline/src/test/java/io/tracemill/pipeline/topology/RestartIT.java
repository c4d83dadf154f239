package io.tracemill.pipeline.topology;

import static io.tracemill.pipeline.OtlpRecords.ORIGIN_MILLIS;
import static io.tracemill.pipeline.OtlpRecords.record;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.connectors.output.ResultRecord;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.job.FlinkSettings;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.files.UnitWatermarks;
import io.tracemill.pipeline.store.StoreLine;
import io.tracemill.pipeline.store.StoreWriter;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Filter;
import io.tracemill.store.engine.Store;
import io.tracemill.store.engine.StoreSession;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A job that is killed three times in the middle of a pane, and goes on each time from a snapshot
 * that was taken some records before, at another parallelism.
 */
@Timeout(240)
class RestartIT {
  /** Records until a snapshot, and those that are read after it and forgotten. */
  private static final int[] SNAPSHOTS = {31, 62, 93};

  /** The fault begins with record 800 and ends with record 1,100. */
  private static final int[] FAULT_SNAPSHOTS = {700, 950, 1150};

  /** The records of a run by its name: a job is copied to where it runs. */
  private static final Map<String, List<EncodedRecord>> RECORDS = new ConcurrentHashMap<>();

  private static final int FORGOTTEN = 9;
  private static final byte[] GARBAGE = "no protobuf".getBytes(UTF_8);
  private static final int[] PARALLELISMS = {1, 2, 1, 2};
  private static final List<ResultStream> KEYED =
      List.of(ResultStream.TRACES, ResultStream.PROFILES, ResultStream.QUALITY);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private Path directory;

  /** What the shop sends, and what nobody can read. */
  private static List<EncodedRecord> records() {
    List<EncodedRecord> records = new ArrayList<>();
    for (EncodedRecord record : ShopRecords.all()) {
      records.add(record);
      if (records.size() % 10 == 0) {
        records.add(record(5000 + records.size(), record.eventMillis(), GARBAGE));
      }
    }
    records.add(record(9000, ORIGIN_MILLIS + 600_000, new byte[0]));
    return records;
  }

  @ParameterizedTest
  @ValueSource(strings = {"hashmap", "rocksdb"})
  void resultsAndAccountsAreThoseOfAnUndisturbedRun(String backend) throws Exception {
    Map<String, String> expected = undisturbed("hashmap");
    assertThat(expected).hasSizeGreaterThan(80);

    assertThat(disturbed(backend)).isEqualTo(expected);
  }

  @Test
  void rocksDbGivesTheRecordsOfHeapState() throws Exception {
    assertThat(undisturbed("rocksdb")).isEqualTo(undisturbed("hashmap"));
  }

  @Test
  void theStoreIsThatOfAnUndisturbedRun() throws Exception {
    Path expected = directory.resolve("undisturbed");
    Started job = startStoring("store undisturbed", 1, expected, Optional.empty());
    job.gate().open();
    job.client().getJobExecutionResult().get();

    Path disturbed = directory.resolve("disturbed");
    Optional<String> snapshot = Optional.empty();
    for (int i = 0; i < FAULT_SNAPSHOTS.length; i++) {
      job = startStoring("store " + i, PARALLELISMS[i], disturbed, snapshot);
      job.gate().openUntil(FAULT_SNAPSHOTS[i]).get();
      snapshot = Optional.of(snapshot(job.client()));
      job.gate().openUntil(FAULT_SNAPSHOTS[i] + FORGOTTEN).get();
      job.client().cancel().get();
    }
    job = startStoring("store at last", 2, disturbed, snapshot);
    job.gate().open();
    job.client().getJobExecutionResult().get();

    assertThat(stored(expected, "incidents"))
        .hasSizeGreaterThan(10)
        .anyMatch(row -> row.startsWith("incidents") && row.contains("resolved"))
        .anyMatch(row -> row.startsWith("mutations"))
        .anyMatch(row -> row.startsWith("changes"));
    for (String table : List.of("requests", "panes", "incidents")) {
      assertThat(stored(disturbed, table)).as(table).isEqualTo(stored(expected, table));
    }
  }

  private static List<String> stored(Path store, String table) {
    Map<String, String> columns =
        Map.of(
            "incidents", "stream, id, time_millis, status, severity, json",
            "requests", "trace_id, span_id, duration_nanos, weight",
            "panes", "time_millis, service, operation, requests, bytes");
    try (StoreSession session =
        Store.open(store, Optional.empty(), EngineLimits.DEFAULT).session(Filter.ALL_TIME)) {
      return session.rows(
          "SELECT concat_ws(' ', %s) FROM %s ORDER BY 1".formatted(columns.get(table), table),
          row -> row.getString(1));
    }
  }

  @Test
  void theMetricsShowTheAccountsSinceTheJobBegan() throws Exception {
    String snapshot = untilSnapshot("metrics before", 0, 1, "hashmap", Optional.empty());
    Started job = start("metrics after", 2, "hashmap", Optional.of(snapshot));
    job.gate().openUntil(SNAPSHOTS[2]).get();
    snapshot(job.client());

    assertThat(job.counted("recordsReceived")).isEqualTo(SNAPSHOTS[2]);
    assertThat(job.counted("recordsDeadLettered"))
        .isEqualTo(
            records().stream()
                .limit(SNAPSHOTS[2])
                .filter(record -> record.value() == GARBAGE)
                .count());
    assertThat(job.counted("spansOpen")).isPositive();
    assertThat(job.counted("spansDecoded"))
        .isEqualTo(
            job.counted("spansUsed")
                + job.counted("spansLate")
                + job.counted("spansDuplicate")
                + job.counted("spansOpen"));
    job.client().cancel().get();
  }

  private Map<String, String> undisturbed(String backend) throws Exception {
    String name = "undisturbed " + backend;
    Started job = start(name, 1, backend, Optional.empty());
    job.gate().open();
    job.client().getJobExecutionResult().get();
    return newest(List.of(name));
  }

  private Map<String, String> disturbed(String backend) throws Exception {
    List<String> runs = new ArrayList<>();
    Optional<String> snapshot = Optional.empty();
    for (int i = 0; i < SNAPSHOTS.length; i++) {
      runs.add("disturbed %s %d".formatted(backend, i));
      snapshot = Optional.of(untilSnapshot(runs.get(i), i, PARALLELISMS[i], backend, snapshot));
    }
    runs.add("disturbed %s at last".formatted(backend));
    Started job = start(runs.get(SNAPSHOTS.length), 2, backend, snapshot);
    job.gate().open();
    job.client().getJobExecutionResult().get();
    return newest(runs);
  }

  /** Reads until the snapshot and beyond it, and stops without another one. */
  private String untilSnapshot(
      String name, int number, int parallelism, String backend, Optional<String> from)
      throws Exception {
    Started job = start(name, parallelism, backend, from);
    job.gate().openUntil(SNAPSHOTS[number]).get();
    String snapshot = snapshot(job.client());
    job.gate().openUntil(SNAPSHOTS[number] + FORGOTTEN).get();
    job.client().cancel().get();
    return snapshot;
  }

  /** Asks again while some tasks have not started yet. */
  private String snapshot(JobClient job) throws Exception {
    while (true) {
      try {
        return job.triggerSavepoint(directory.toString(), SavepointFormatType.CANONICAL).get();
      } catch (ExecutionException e) {
        boolean early =
            ExceptionUtils.findThrowable(e, CheckpointException.class)
                .map(CheckpointException::getCheckpointFailureReason)
                .filter(CheckpointFailureReason.NOT_ALL_REQUIRED_TASKS_RUNNING::equals)
                .isPresent();
        if (!early) {
          throw e;
        }
      }
    }
  }

  private record Started(JobClient client, GatedSource.Gate gate, InMemoryReporter metrics) {
    /** What the subtasks of the accounts have counted together. */
    @SuppressWarnings("NullAway") // a name that is none is a mistake of the test
    long counted(String name) {
      return metrics.getMetricsByGroup().entrySet().stream()
          .filter(group -> List.of(group.getKey().getScopeComponents()).contains(MetricScope.GROUP))
          .filter(group -> group.getValue().containsKey(name))
          .mapToLong(group -> ((Counter) group.getValue().get(name)).getCount())
          .sum();
    }
  }

  private static Started start(
      String name, int parallelism, String backend, Optional<String> snapshot) throws Exception {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(Keys.STORE_PATH, "")
            .with(Keys.PROFILES_WINDOW, Duration.ofMinutes(2))
            .with(Keys.OUTPUT_TRACES, true)
            .with(Keys.FLINK, Map.of("state.backend.type", backend))
            .checked();
    return start(name, parallelism, config, records(), snapshot);
  }

  /** A shop with a fault, whose job writes a store. */
  private static Started startStoring(
      String name, int parallelism, Path store, Optional<String> snapshot) throws Exception {
    TracemillConfig config =
        TracemillConfig.defaults()
            .with(
                Keys.STATE_DIRECTORY,
                store.resolveSibling(store.getFileName() + "-state").toString())
            .with(Keys.STORE_PATH, store.toString())
            .with(Keys.PANE, Duration.ofSeconds(2))
            .with(Keys.PROFILES_WINDOW, Duration.ofSeconds(2))
            .with(Keys.PROFILES_SLIDE, Duration.ofSeconds(2))
            .with(Keys.ASSEMBLY_ROOT_GRACE, Duration.ofSeconds(1))
            .checked();
    return start(name, parallelism, config, ShopRecords.withSlowDatabase(90, 40, 55), snapshot);
  }

  private static Started start(
      String name,
      int parallelism,
      TracemillConfig config,
      List<EncodedRecord> records,
      Optional<String> snapshot)
      throws Exception {
    RECORDS.put(name, records);
    Configuration flink = FlinkSettings.bounded(config);
    InMemoryReporter metrics = InMemoryReporter.create();
    metrics.addToConfiguration(flink);
    snapshot.ifPresent(path -> flink.set(StateRecoveryOptions.SAVEPOINT_PATH, path));
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.createLocalEnvironment(parallelism, flink);
    Optional<StoreWriter> store =
        StoreLine.of(config, Rules.line(config), snapshot.isPresent(), Instant.EPOCH)
            .map(line -> new StoreWriter(config, Rules.sums(config), line));
    new Topology(config, new CollectedResults(name), false, store)
        .build(
            env.fromSource(
                    new GatedSource(records.size(), name), WatermarkStrategy.noWatermarks(), "read")
                .setParallelism(1)
                .uid("read")
                .map(new RecordAt(name), EncodedRecord.TYPE)
                .setParallelism(1)
                .assignTimestampsAndWatermarks(UnitWatermarks.behind(Duration.ofSeconds(5)))
                .setParallelism(1));
    return new Started(env.executeAsync(name), GatedSource.gate(name), metrics);
  }

  /** The record of a run at a position. */
  private record RecordAt(String run) implements MapFunction<Long, EncodedRecord> {
    @Override
    public EncodedRecord map(Long position) {
      return requireNonNull(RECORDS.get(run), "records").get(position.intValue());
    }
  }

  /** Of every key the last value, as a reader sees it who keeps the newest. */
  private static Map<String, String> newest(List<String> runs) {
    Map<String, String> newest = new TreeMap<>();
    for (String run : runs) {
      for (ResultStream stream : KEYED) {
        for (ResultRecord record : new CollectedResults(run).of(stream)) {
          newest.put(
              stream.label() + new String(record.key(), UTF_8), new String(record.value(), UTF_8));
        }
      }
    }
    return newest;
  }
}
