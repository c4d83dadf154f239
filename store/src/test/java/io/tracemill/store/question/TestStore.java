package io.tracemill.store.question;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.store.engine.EngineLimits;
import io.tracemill.store.engine.Store;
import io.tracemill.store.layout.LineRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.layout.StoredRecord;
import io.tracemill.store.parquet.RecordFormat;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileWriter;
import io.tracemill.store.parquet.RowFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.core.fs.FileSystem.WriteMode;
import org.apache.flink.core.fs.Path;

/** Writes a small store, one file for each hour and table. */
public final class TestStore {
  public static final String LINE = "line-20261125T120000Z";

  public static final LineRules RULES =
      new LineRules(new ReplayRules(0, 1_000_000, Fold.LOG2), 30_000, "test");

  private TestStore() {}

  /** Opens a store with the limits of a test. */
  public static Store open(java.nio.file.Path directory) {
    return Store.open(directory, Optional.empty(), EngineLimits.DEFAULT);
  }

  /** Writes one line of a store. */
  public static void write(java.nio.file.Path directory, String line, List<KeptRequest> requests) {
    Path to = line(directory, line);
    table(
        to,
        StoreTable.REQUESTS,
        new RequestFormat(RULES.replay()),
        requests,
        KeptRequest::timeMillis);
  }

  /** Writes the records of incidents of one line. */
  public static void incidents(java.nio.file.Path directory, List<StoredRecord> records) {
    table(
        line(directory, LINE),
        StoreTable.INCIDENTS,
        new RecordFormat(),
        records,
        StoredRecord::timeMillis);
  }

  /** The directory of a line, with its rules. */
  public static Path line(java.nio.file.Path directory, String line) {
    Path to = new Path(directory.resolve(line).toUri().getPath());
    try {
      to.getFileSystem().mkdirs(to);
      RULES.write(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return to;
  }

  private static <T> void table(
      Path line, StoreTable table, RowFormat<T> format, List<T> rows, ToLongFunction<T> time) {
    rows.stream()
        .sorted(format.order())
        .collect(groupingBy(row -> StoreLayout.partition(time.applyAsLong(row)), toList()))
        .forEach(
            (hour, ofHour) ->
                file(
                    new Path(new Path(StoreLayout.table(line, table), hour), "part-0.parquet"),
                    format,
                    ofHour));
  }

  /** Writes one file. */
  public static <T> void file(Path file, RowFormat<T> format, List<T> rows) {
    try (var out = file.getFileSystem().create(file, WriteMode.OVERWRITE)) {
      BulkWriter<T> writer = new RowFileWriter<>(format).create(out);
      for (T row : rows) {
        writer.addElement(row);
      }
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
