package io.tracemill.store.retention;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.request.TestRequest;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.change.TestPanes;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RowFileReader;
import io.tracemill.store.parquet.RowFileWriter;
import io.tracemill.store.question.TestStore;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreMaintenanceTest {
  private static final long HOUR = StoreLayout.HOUR_MILLIS;
  private static final long MINUTE = 60_000;
  private static final long NOW = Instant.parse("2026-11-25T17:20:00Z").toEpochMilli();
  private static final long THIS_HOUR = Instant.parse("2026-11-25T17:00:00Z").toEpochMilli();
  private static final int VERSION = StoredPane.VERSION;
  private static final SumRules RULES = new SumRules(100, 50, 20, new DurationScale(1000));

  @TempDir Path directory;
  private Path line;

  @BeforeEach
  void makeLine() {
    line = directory.resolve("line-20261101T000000Z");
  }

  @Test
  void oldHoursAreDeletedInAllTablesAndLines() throws IOException {
    Path other = directory.resolve("line-20261124T000000Z");
    for (StoreTable table : StoreTable.values()) {
      file(line, table, THIS_HOUR - 5 * HOUR, 10);
      file(other, table, THIS_HOUR - 5 * HOUR, 10);
      file(line, table, THIS_HOUR - 3 * HOUR, 10);
    }

    StoreMaintenance.Done done = maintenance(Duration.ofHours(4), Long.MAX_VALUE).run(NOW);

    assertThat(done.deleted()).hasSize(2 * StoreTable.values().length);
    assertThat(hours()).containsExactly(THIS_HOUR - 3 * HOUR);
  }

  @Test
  void theOldestHoursAreDeletedWhileTheRequestsAreTooLarge() throws IOException {
    for (int age = 0; age < 6; age++) {
      file(line, StoreTable.REQUESTS, THIS_HOUR - age * HOUR, 100);
    }

    StoreMaintenance.Done done = maintenance(Duration.ofDays(14), 450).run(NOW);

    assertThat(done.deleted())
        .extracting(StorePartition::startMillis)
        .containsExactly(THIS_HOUR - 5 * HOUR, THIS_HOUR - 4 * HOUR);
  }

  @Test
  void theCurrentAndThePreviousHourStay() throws IOException {
    for (int age = -1; age < 4; age++) {
      file(line, StoreTable.REQUESTS, THIS_HOUR - age * HOUR, 100);
    }

    maintenance(Duration.ZERO, 0).run(NOW);

    assertThat(hours()).containsExactlyInAnyOrder(THIS_HOUR - HOUR, THIS_HOUR, THIS_HOUR + HOUR);
  }

  @Test
  void anEmptyDateIsDeleted() throws IOException {
    file(line, StoreTable.REQUESTS, NOW - 50 * HOUR, 10);

    maintenance(Duration.ofHours(4), Long.MAX_VALUE).run(NOW);

    assertThat(line.resolve("requests")).isEmptyDirectory();
  }

  @Test
  void aMissingStoreIsEmpty() throws IOException {
    assertThat(maintenance(Duration.ZERO, 0).run(NOW).deleted()).isEmpty();
  }

  @Test
  void panesAreMergedToTenMinutesAfterADay() throws IOException {
    long start = THIS_HOUR - 26 * HOUR;
    panes("sorted-0.parquet", start, pane("a", start, 1));
    panes(
        "sorted-1.parquet",
        start,
        pane("a", start + 9 * MINUTE, 2),
        pane("a", start + 10 * MINUTE, 3),
        pane("b", start, 4));

    StoreMaintenance maintenance = maintenance(Duration.ofDays(14), Long.MAX_VALUE);
    assertThat(maintenance.run(NOW).thinned()).hasSize(1);
    List<StoredPane> thinned = visiblePanes();

    assertThat(thinned.stream().map(StoreMaintenanceTest::text))
        .containsExactlyInAnyOrder("a +0 10m 2", "a +10 10m 1", "b +0 10m 1");
    StoredPane merged =
        thinned.stream().filter(pane -> pane.requests() == 2).findAny().orElseThrow();
    assertThat(requests(merged)).isEqualTo(2);
    assertThat(names()).hasSize(4);
    assertThat(maintenance.run(NOW).thinned()).isEmpty();
    assertThat(names()).singleElement().asString().startsWith("sorted-thinned-");
    assertThat(visiblePanes()).hasSize(3);
  }

  @Test
  void manyFilesOfTheCurrentHourAreMerged() throws IOException {
    for (int file = 0; file < 30; file++) {
      panes("part-" + file + ".parquet", THIS_HOUR, pane("a", THIS_HOUR + file, file + 1));
    }
    StoreMaintenance maintenance = maintenance(Duration.ofDays(14), Long.MAX_VALUE);

    maintenance.run(NOW);
    assertThat(visiblePanes()).hasSize(30).isSortedAccordingTo(new PaneFormat().order());
    assertThat(names()).hasSize(32);

    maintenance.run(NOW);
    assertThat(visiblePanes()).hasSize(30);
    assertThat(names()).singleElement().asString().startsWith("sorted-");
  }

  @Test
  void fewFilesAreMergedWhenTheirHourIsOver() throws IOException {
    long start = THIS_HOUR - 2 * HOUR;
    panes("part-0.parquet", start, pane("a", start, 1));
    panes("part-1.parquet", THIS_HOUR, pane("a", THIS_HOUR, 2));

    StoreMaintenance maintenance = maintenance(Duration.ofDays(14), Long.MAX_VALUE);
    maintenance.run(NOW);
    maintenance.run(NOW);

    assertThat(names()).hasSize(2).anyMatch(name -> name.startsWith("sorted-"));
    assertThat(names()).contains("part-1.parquet");
  }

  @Test
  void panesOfADayOrOfAnotherVersionStay() throws IOException {
    long young = THIS_HOUR - 24 * HOUR;
    panes("sorted-0.parquet", young, pane("a", young, 1), pane("a", young, 2));
    long old = THIS_HOUR - 48 * HOUR;
    panes("sorted-0.parquet", old, ofVersion(VERSION - 1, old), ofVersion(VERSION - 1, old));

    maintenance(Duration.ofDays(14), Long.MAX_VALUE).run(NOW);

    assertThat(visiblePanes()).hasSize(4).allMatch(pane -> pane.lengthMillis() == MINUTE);
  }

  @Test
  void aHalfWrittenFileIsNotRead() throws IOException {
    long start = THIS_HOUR - 26 * HOUR;
    panes("sorted-0.parquet", start, pane("a", start, 1), pane("a", start, 2));
    Files.writeString(partition(start).resolve("_sorted-1.parquet"), "half");
    Files.writeString(partition(start).resolve("_sorted-1.parquet.replaces"), "sorted-0.parquet\n");

    assertThat(visiblePanes()).hasSize(2);
  }

  @Test
  void anUnreadableFileStaysAndStopsNothing() throws IOException {
    long start = THIS_HOUR - 26 * HOUR;
    file(line, StoreTable.PANES, start, 100);
    long next = start + HOUR;
    panes("sorted-0.parquet", next, pane("a", next, 1));

    assertThat(maintenance(Duration.ofDays(14), Long.MAX_VALUE).run(NOW).thinned()).hasSize(1);
    assertThat(hours()).containsExactlyInAnyOrder(start, next);
  }

  private StoreMaintenance maintenance(Duration retention, long maxBytes) {
    return new StoreMaintenance(
        new org.apache.flink.core.fs.Path(index(), line.getFileName().toString()),
        TestStore.RULES.replay(),
        new StoreMaintenance.Limits(retention, maxBytes, Long.MAX_VALUE),
        new PaneThinning(RULES));
  }

  private org.apache.flink.core.fs.Path index() {
    return org.apache.flink.core.fs.Path.fromLocalFile(directory.toFile());
  }

  private static void file(Path line, StoreTable table, long hour, int bytes) throws IOException {
    Path partition = line.resolve(table.directory()).resolve(StoreLayout.partition(hour));
    Files.createDirectories(partition);
    Files.write(partition.resolve("part-x.parquet"), new byte[bytes]);
  }

  private Path partition(long hour) {
    return line.resolve("panes").resolve(StoreLayout.partition(hour));
  }

  private void panes(String name, long hour, StoredPane... panes) throws IOException {
    var path = org.apache.flink.core.fs.Path.fromLocalFile(partition(hour).resolve(name).toFile());
    try (var out = path.getFileSystem().create(path, FileSystem.WriteMode.OVERWRITE)) {
      BulkWriter<StoredPane> writer = new RowFileWriter<>(new PaneFormat()).create(out);
      List<StoredPane> sorted = new ArrayList<>(List.of(panes));
      sorted.sort(new PaneFormat().order());
      for (StoredPane pane : sorted) {
        writer.addElement(pane);
      }
      writer.finish();
    }
  }

  private Set<Long> hours() throws IOException {
    return StoreLayout.partitions(index()).stream()
        .map(StorePartition::startMillis)
        .collect(toSet());
  }

  private List<String> names() throws IOException {
    List<String> names = new ArrayList<>();
    for (StorePartition partition : StoreLayout.partitions(index())) {
      partition.files().forEach(file -> names.add(file.getPath().getName()));
    }
    names.removeIf(name -> name.endsWith(".crc"));
    return names;
  }

  private List<StoredPane> visiblePanes() throws IOException {
    List<StoredPane> panes = new ArrayList<>();
    for (StorePartition partition : StoreLayout.partitions(index())) {
      for (FileStatus file : partition.visibleFiles()) {
        try (var rows = new RowFileReader<>(new PaneFormat(), file.getPath())) {
          for (@Nullable StoredPane row = rows.read(); row != null; row = rows.read()) {
            panes.add(row);
          }
        }
      }
    }
    return panes;
  }

  private static StoredPane pane(String service, long timeMillis, long id) {
    EndpointSums sums = new EndpointSums(RULES);
    sums.add(TestRequest.simple(id, 1000 * id));
    sums.finish();
    return pane(service, timeMillis, VERSION, TestPanes.bytes(sums));
  }

  private static StoredPane ofVersion(int version, long timeMillis) {
    return pane("a", timeMillis, version, new byte[] {1});
  }

  private static StoredPane pane(String service, long timeMillis, int version, byte[] bytes) {
    return new StoredPane(timeMillis, MINUTE, Frame.of(service, "GET /"), 1, version, bytes);
  }

  private static String text(StoredPane pane) {
    return "%s +%d %dm %d"
        .formatted(
            pane.endpoint().service(),
            pane.timeMillis() % HOUR / MINUTE,
            pane.lengthMillis() / MINUTE,
            pane.requests());
  }

  private static long requests(StoredPane pane) throws IOException {
    return EndpointSums.read(new DataInputStream(new ByteArrayInputStream(pane.bytes())), RULES)
        .count();
  }
}
