package io.tracemill.index.sink;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.index.IndexedCategory;
import io.tracemill.analysis.index.IndexedPane;
import io.tracemill.analysis.index.WeightedRequest;
import io.tracemill.index.layout.IndexLayout;
import io.tracemill.index.layout.IndexTable;
import io.tracemill.index.parquet.CategoryFormat;
import io.tracemill.index.parquet.PaneFormat;
import io.tracemill.index.parquet.RequestFormat;
import io.tracemill.index.parquet.RowFileWriter;
import io.tracemill.index.parquet.RowFormat;
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
public final class IndexSinks {
  /**
   * Size of files, in bytes, that starts an early merge; their rows take 8 times as much memory.
   */
  private static final long MERGED_BYTES = 16L << 20;

  private final Path line;
  private final int compactionInterval;

  /**
   * @param line directory of the line, {@link IndexLayout#line}
   * @param compactionInterval number of checkpoints between merges, at least 1
   */
  public IndexSinks(Path line, int compactionInterval) {
    this.line = requireNonNull(line, "line");
    this.compactionInterval = compactionInterval;
  }

  /** Writes requests, merged files sorted by endpoint, category and time. */
  public FileSink<WeightedRequest> requests() {
    return sink(IndexTable.REQUESTS, new RequestFormat(), row -> row.request().timeMillis());
  }

  /** Writes categories; each merged file has each category once. */
  public FileSink<IndexedCategory> categories() {
    return sink(IndexTable.CATEGORIES, new CategoryFormat(), IndexedCategory::timeMillis);
  }

  /** Writes the sums of panes, merged files sorted by endpoint and time. */
  public FileSink<IndexedPane> panes() {
    return sink(IndexTable.PANES, new PaneFormat(), IndexedPane::timeMillis);
  }

  private <T> FileSink<T> sink(
      IndexTable table, RowFormat<T> format, PartitionAssigner.Time<T> time) {
    return FileSink.forBulkFormat(IndexLayout.table(line, table), new RowFileWriter<>(format))
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
