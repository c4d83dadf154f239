package io.tracemill.store.parquet;

import static io.tracemill.store.parquet.Columns.int64;
import static io.tracemill.store.parquet.Columns.text;

import io.tracemill.store.layout.StoredRecord;
import java.util.Comparator;
import org.apache.parquet.schema.MessageType;

/** The table of incidents, sorted by stream, id, then time. */
public final class RecordFormat implements RowFormat<StoredRecord> {
  private static final long serialVersionUID = 1;

  private static final Comparator<StoredRecord> ORDER =
      Comparator.comparing(StoredRecord::stream)
          .thenComparing(StoredRecord::id)
          .thenComparingLong(StoredRecord::timeMillis);

  private static final MessageType SCHEMA =
      new MessageType(
          "record",
          int64("time_millis"),
          text("stream"),
          text("id"),
          text("status"),
          text("severity"),
          text("json"));

  @Override
  public MessageType schema() {
    return SCHEMA;
  }

  @Override
  public Comparator<StoredRecord> order() {
    return ORDER;
  }

  @Override
  public Encoder<StoredRecord> encoder() {
    return RecordFormat::write;
  }

  @Override
  public Decoder<StoredRecord> decoder() {
    return in ->
        new StoredRecord(in.int64(), in.name(), in.text(), in.name(), in.name(), in.text());
  }

  private static void write(StoredRecord row, RowWriter out) {
    out.int64(row.timeMillis());
    out.name(row.stream());
    out.text(row.id());
    out.name(row.status());
    out.name(row.severity());
    out.text(row.json());
  }
}
