package io.tracemill.store.sink;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.store.layout.StoreLayout;
import io.tracemill.store.layout.StoreTable;
import io.tracemill.store.layout.StoredPane;
import io.tracemill.store.layout.StoredRecord;
import io.tracemill.store.parquet.PaneFormat;
import io.tracemill.store.parquet.RecordFormat;
import io.tracemill.store.parquet.RequestFormat;
import io.tracemill.store.parquet.RowFileWriter;
import io.tracemill.store.parquet.RowFormat;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;

/**
 * The sinks of the tables of one line. Each task closes its files at every checkpoint, which makes
 * them visible, and above a size. At the end of bounded input, all rows become visible.
 */
public final class StoreSinks {
  /** Size of a file at which the next one begins, in bytes. */
  private static final long FILE_BYTES = 64L << 20;

  private final Path line;
  private final ReplayRules rules;

  /**
   * @param line directory of the line, {@link StoreLayout#line}
   * @param rules that requests are analysed with
   */
  public StoreSinks(Path line, ReplayRules rules) {
    this.line = requireNonNull(line, "line");
    this.rules = requireNonNull(rules, "rules");
  }

  public FileSink<KeptRequest> requests() {
    return sink(StoreTable.REQUESTS, new RequestFormat(rules), KeptRequest::timeMillis);
  }

  public FileSink<StoredPane> panes() {
    return sink(StoreTable.PANES, new PaneFormat(), StoredPane::timeMillis);
  }

  /** Writes the records of incidents, mutations and changes. */
  public FileSink<StoredRecord> incidents() {
    return sink(StoreTable.INCIDENTS, new RecordFormat(), StoredRecord::timeMillis);
  }

  private <T> FileSink<T> sink(
      StoreTable table, RowFormat<T> format, PartitionAssigner.Time<T> time) {
    return FileSink.forBulkFormat(StoreLayout.table(line, table), new RowFileWriter<>(format))
        .withBucketAssigner(new PartitionAssigner<>(time))
        .withRollingPolicy(new BoundedFiles<>(FILE_BYTES))
        .withOutputFileConfig(
            OutputFileConfig.builder().withPartPrefix("part").withPartSuffix(".parquet").build())
        .build();
  }
}
