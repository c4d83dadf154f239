package io.tracemill.index.parquet;

import static io.tracemill.index.parquet.Columns.int32;
import static io.tracemill.index.parquet.Columns.int64;
import static io.tracemill.index.parquet.Columns.text;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;

import io.tracemill.analysis.index.IndexedPane;
import java.util.Comparator;
import java.util.Locale;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;

/** The table of panes, sorted by endpoint, then time. */
public final class PaneFormat implements RowFormat<IndexedPane> {
  private static final long serialVersionUID = 1;

  private static final Comparator<IndexedPane> ORDER =
      Comparator.comparing(IndexedPane::endpoint).thenComparingLong(IndexedPane::timeMillis);

  private static final MessageType SCHEMA =
      new MessageType(
          "pane",
          int64("time_millis"),
          int64("length_millis"),
          text("service"),
          text("operation"),
          int64("requests"),
          text("kind"),
          int32("version"),
          Columns.of(BINARY, "bytes"));

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public Comparator<IndexedPane> order() {
    return ORDER;
  }

  @Override
  public void configure(ParquetWriter.Builder<IndexedPane, ?> builder) {
    builder.withDictionaryEncoding("bytes", false).withStatisticsEnabled("bytes", false);
  }

  @Override
  public void write(IndexedPane row, RowWriter out) {
    out.int64(row.timeMillis());
    out.int64(row.lengthMillis());
    out.name(row.endpoint().service());
    out.name(row.endpoint().operation());
    out.int64(row.requests());
    out.name(row.kind().name().toLowerCase(Locale.ROOT));
    out.int32(row.version());
    out.bytes(row.bytes());
  }

  @Override
  public IndexedPane read(RowReader in) {
    return new IndexedPane(
        in.int64(),
        in.int64(),
        in.frame(),
        in.int64(),
        IndexedPane.Kind.valueOf(in.name().toUpperCase(Locale.ROOT)),
        in.int32(),
        in.bytes());
  }
}
