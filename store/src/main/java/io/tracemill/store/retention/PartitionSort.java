package io.tracemill.store.retention;

import io.tracemill.store.layout.StorePartition;
import io.tracemill.store.parquet.RowFileReader;
import io.tracemill.store.parquet.RowFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.jspecify.annotations.Nullable;

/**
 * Merges the files that sinks wrote into sorted ones. It holds the rows of one sorted file in
 * memory.
 */
final class PartitionSort {
  /** Size of the files of a merge, in bytes; their rows take about three times as much memory. */
  private static final long MERGED_BYTES = 32L << 20;

  /** It leaves fewer files alone until their hour is over. */
  private static final int FEW_FILES = 24;

  private PartitionSort() {}

  /**
   * Merges the files of a partition.
   *
   * @param over whether no more files will come
   */
  static <T> void sort(StorePartition partition, RowFormat<T> format, boolean over)
      throws IOException {
    List<FileStatus> batch = new ArrayList<>();
    long bytes = 0;
    for (FileStatus file : partition.visibleFiles()) {
      if (file.getPath().getName().startsWith(StorePartition.SORTED_PREFIX)) {
        continue;
      }
      if (!batch.isEmpty() && bytes + file.getLen() > MERGED_BYTES) {
        merge(partition, batch, format);
        batch.clear();
        bytes = 0;
      }
      batch.add(file);
      bytes += file.getLen();
    }
    if (over ? !batch.isEmpty() : batch.size() >= FEW_FILES) {
      merge(partition, batch, format);
    }
  }

  private static <T> void merge(
      StorePartition partition, List<FileStatus> files, RowFormat<T> format) throws IOException {
    List<T> rows = new ArrayList<>();
    for (FileStatus file : files) {
      try (RowFileReader<T> reader = new RowFileReader<>(format, file.getPath())) {
        for (@Nullable T row = reader.read(); row != null; row = reader.read()) {
          rows.add(row);
        }
      }
    }
    rows.sort(format.order());
    FileReplacement.replace(
        partition,
        List.copyOf(files),
        StorePartition.SORTED_PREFIX,
        format,
        out -> {
          @Nullable T last = null;
          for (T row : rows) {
            if (last == null || !format.isUnique() || format.order().compare(last, row) != 0) {
              out.addElement(row);
            }
            last = row;
          }
        });
  }
}
