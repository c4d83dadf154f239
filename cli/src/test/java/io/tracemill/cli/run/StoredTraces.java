package io.tracemill.cli.run;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/** The rows of a store that a reader sees. */
final class StoredTraces {
  private StoredTraces() {}

  /** A request. */
  record Row(long timeMillis, String traceId) {}

  /** All rows, by time and trace. */
  static List<Row> in(Path index) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (StorePartition partition :
        StoreLayout.partitions(new org.apache.flink.core.fs.Path(index.toUri()))) {
      if (partition.table() == StoreTable.REQUESTS) {
        for (FileStatus file : partition.visibleFiles()) {
          read(file, rows);
        }
      }
    }
    rows.sort(Comparator.comparingLong(Row::timeMillis).thenComparing(Row::traceId));
    return rows;
  }

  private static void read(FileStatus status, List<Row> rows) throws IOException {
    try (RowFileReader<KeptRequest> file =
        new RowFileReader<>(
            new RequestFormat(new ReplayRules(0, 0, Fold.LOG2)), status.getPath())) {
      for (@Nullable KeptRequest row = file.read(); row != null; row = file.read()) {
        rows.add(new Row(row.timeMillis(), row.traceId().hex()));
      }
    }
  }
}
