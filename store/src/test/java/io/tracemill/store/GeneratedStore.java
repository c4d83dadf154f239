package io.tracemill.store;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.store.change.TestPanes;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileWriter;
import io.tracemill.store.parquet.RowFormat;
import io.tracemill.store.question.TestStore;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Writes a store of made-up requests: {@code GeneratedStore DIRECTORY ROWS NODES UNIT_NANOS}. It
 * prints how large the files are and how long their writing took.
 */
public final class GeneratedStore {
  /** The start of the first hour. */
  public static final long START = Instant.parse("2026-11-25T17:00:00Z").toEpochMilli();

  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
  private static final int ROWS_A_FILE = 20_000;

  private GeneratedStore() {}

  public static void main(String... arguments) throws IOException {
    int rows = Integer.parseInt(arguments[1]);
    int nodes = Integer.parseInt(arguments[2]);
    long unitNanos = Long.parseLong(arguments[3]);
    long nanos = write(Path.fromLocalFile(new File(arguments[0])), rows, nodes, unitNanos);
    long bytes = 0;
    try (var files = Files.walk(java.nio.file.Path.of(arguments[0]))) {
      for (java.nio.file.Path file :
          files.filter(path -> path.toString().contains("/requests/")).toList()) {
        bytes += Files.isRegularFile(file) ? Files.size(file) : 0;
      }
    }
    System.out.printf(
        "%d bytes a request, %.2f bytes a node, %d rows/s%n",
        bytes / rows, (double) bytes / rows / nodes, rows * 1_000_000_000L / nanos);
  }

  /**
   * Writes a store of one hour; returns how long the writing of requests took, nanoseconds of one
   * core.
   */
  public static long write(Path store, int rows, int nodes, long unitNanos) throws IOException {
    GeneratedRows generated = new GeneratedRows(20, 10, nodes, unitNanos);
    Path line = StoreLayout.line(store, Instant.ofEpochMilli(START));
    line.getFileSystem().mkdirs(line);
    TestStore.RULES.write(line);
    long nanos = 0;
    for (int first = 0; first < rows; first += ROWS_A_FILE) {
      List<KeptRequest> requests = new ArrayList<>();
      for (int row = first; row < Math.min(rows, first + ROWS_A_FILE); row++) {
        requests.add(generated.request(row, START + row * 3_600_000L / rows));
      }
      requests.sort(new RequestFormat(TestStore.RULES.replay()).order());
      long start = CPU.getCurrentThreadCpuTime();
      write(
          line, StoreTable.REQUESTS, first, new RequestFormat(TestStore.RULES.replay()), requests);
      nanos += CPU.getCurrentThreadCpuTime() - start;
    }
    EndpointSums empty = new EndpointSums(new SumRules(10, 10, 10, new DurationScale(1000)));
    write(
        line,
        StoreTable.PANES,
        0,
        new PaneFormat(),
        List.of(
            new StoredPane(
                START,
                30_000,
                generated.endpoint(0),
                0,
                StoredPane.VERSION,
                TestPanes.bytes(empty))));
    return nanos;
  }

  private static <T> void write(
      Path line, StoreTable table, int number, RowFormat<T> format, List<T> rows)
      throws IOException {
    Path partition = new Path(StoreLayout.table(line, table), StoreLayout.partition(START));
    Path file = new Path(partition, "sorted-" + number + ".parquet");
    try (var out = file.getFileSystem().create(file, FileSystem.WriteMode.OVERWRITE)) {
      BulkWriter<T> writer = new RowFileWriter<>(format).create(out);
      for (T row : rows) {
        writer.addElement(row);
      }
      writer.finish();
    }
  }
}
