package io.tracemill.store.sink;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.analysis.sample.WeightedRequest;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.parquet.CategoryFormat;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileWriter;
import io.tracemill.store.parquet.RowFormat;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.compactor.FileCompactStrategy;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;

/**
 * The sinks of the tables of one line of checkpoints. Each task closes its files at every
 * checkpoint, under names that begin with a dot. After {@code compactionInterval} checkpoints, one
 * task merges the files of an hour. The next checkpoint makes the merged file visible. At the end
 * of bounded input, all rows become visible.
 */
public final class StoreSinks {
  /**
   * Size of files, in bytes, that starts an early merge; their rows take 8 times as much memory.
   */
  private static final long MERGED_BYTES = 16L << 20;

  private final Path line;
  private final int compactionInterval;

  /**
   * @param line directory of the line, {@link StoreLayout#line}
   * @param compactionInterval number of checkpoints between merges, at least 1
   */
  public StoreSinks(Path line, int compactionInterval) {
    this.line = requireNonNull(line, "line");
    this.compactionInterval = compactionInterval;
  }

  /** Writes requests, merged files sorted by endpoint, category and time. */
  public FileSink<WeightedRequest> requests() {
    return sink(StoreTable.REQUESTS, new RequestFormat(), row -> row.request().timeMillis());
  }

  /** Writes categories; each merged file has each category once. */
  public FileSink<KeptCategory> categories() {
    return sink(StoreTable.CATEGORIES, new CategoryFormat(), KeptCategory::timeMillis);
  }

  /** Writes the sums of panes, merged files sorted by endpoint and time. */
  public FileSink<StoredPane> panes() {
    return sink(StoreTable.PANES, new PaneFormat(), StoredPane::timeMillis);
  }

  private <T> FileSink<T> sink(
      StoreTable table, RowFormat<T> format, PartitionAssigner.Time<T> time) {
    return FileSink.forBulkFormat(StoreLayout.table(line, table), new RowFileWriter<>(format))
        .withBucketAssigner(new PartitionAssigner<>(time))
        .withRollingPolicy(new BoundedFiles<>(MERGED_BYTES))
        .withOutputFileConfig(
            OutputFileConfig.builder().withPartPrefix("part").withPartSuffix(".parquet").build())
        .enableCompact(
            FileCompactStrategy.Builder.newBuilder()
                .enableCompactionOnCheckpoint(compactionInterval)
                .setSizeThreshold(MERGED_BYTES)
                .build(),
            new SortingCompactor<>(format))
        .build();
  }
}
