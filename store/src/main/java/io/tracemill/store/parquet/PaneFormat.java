package io.tracemill.store.parquet;

import static io.tracemill.store.parquet.Columns.int32;
import static io.tracemill.store.parquet.Columns.int64;
import static io.tracemill.store.parquet.Columns.text;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;

import io.tracemill.store.layout.StoredPane;
import java.util.Comparator;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;

/** The table of panes, sorted by endpoint, then time. */
public final class PaneFormat implements RowFormat<StoredPane> {
  private static final long serialVersionUID = 1;

  private static final Comparator<StoredPane> ORDER =
      Comparator.comparing(StoredPane::endpoint).thenComparingLong(StoredPane::timeMillis);

  private static final MessageType SCHEMA =
      new MessageType(
          "pane",
          int64("time_millis"),
          int64("length_millis"),
          text("service"),
          text("operation"),
          int64("requests"),
          int32("version"),
          Columns.of(BINARY, "bytes"));

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public Comparator<StoredPane> order() {
    return ORDER;
  }

  @Override
  public void configure(ParquetWriter.Builder<StoredPane, ?> builder) {
    builder.withDictionaryEncoding("bytes", false).withStatisticsEnabled("bytes", false);
  }

  @Override
  public Encoder<StoredPane> encoder() {
    return PaneFormat::write;
  }

  @Override
  public Decoder<StoredPane> decoder() {
    return PaneFormat::read;
  }

  private static void write(StoredPane row, RowWriter out) {
    out.int64(row.timeMillis());
    out.int64(row.lengthMillis());
    out.name(row.endpoint().service());
    out.name(row.endpoint().operation());
    out.int64(row.requests());
    out.int32(row.version());
    out.bytes(row.bytes());
  }

  private static StoredPane read(RowReader in) {
    return new StoredPane(in.int64(), in.int64(), in.frame(), in.int64(), in.int32(), in.bytes());
  }
}
