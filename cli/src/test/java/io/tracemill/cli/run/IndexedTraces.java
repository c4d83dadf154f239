package io.tracemill.cli.run;

import io.tracemill.analysis.index.WeightedRequest;
import io.tracemill.index.layout.IndexLayout;
import io.tracemill.index.layout.IndexPartition;
import io.tracemill.index.layout.IndexTable;
import io.tracemill.index.parquet.RequestFormat;
import io.tracemill.index.parquet.RowFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/** The rows of an index that a reader sees. */
final class IndexedTraces {
  private IndexedTraces() {}

  /** A request. */
  record Row(long timeMillis, String traceId) {}

  /** All rows, by time and trace. */
  static List<Row> in(Path index) throws IOException {
    List<Row> rows = new ArrayList<>();
    for (IndexPartition partition :
        IndexLayout.partitions(new org.apache.flink.core.fs.Path(index.toUri()))) {
      if (partition.table() == IndexTable.REQUESTS) {
        for (FileStatus file : partition.visibleFiles()) {
          read(file, rows);
        }
      }
    }
    rows.sort(Comparator.comparingLong(Row::timeMillis).thenComparing(Row::traceId));
    return rows;
  }

  private static void read(FileStatus status, List<Row> rows) throws IOException {
    try (RowFileReader<WeightedRequest> file =
        new RowFileReader<>(new RequestFormat(), status.getPath())) {
      for (@Nullable WeightedRequest row = file.read(); row != null; row = file.read()) {
        rows.add(new Row(row.request().timeMillis(), row.request().traceId().hex()));
      }
    }
  }
}
