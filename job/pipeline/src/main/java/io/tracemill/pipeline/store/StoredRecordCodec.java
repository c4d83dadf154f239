package io.tracemill.pipeline.store;

import io.tracemill.analysis.varint.Text;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import io.tracemill.store.layout.StoredRecord;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Format: time (8 bytes), stream, id, status, severity, JSON. */
public final class StoredRecordCodec implements Codec<StoredRecord> {
  private static final long serialVersionUID = 1;

  /** The type information of records on their way to the store. */
  public static final TypeInformation<StoredRecord> TYPE =
      new CodecTypeInfo<>(StoredRecord.class, new StoredRecordCodec());

  @Override
  public void write(StoredRecord record, DataOutput out) throws IOException {
    out.writeLong(record.timeMillis());
    Text.write(out, record.stream());
    Text.write(out, record.id());
    Text.write(out, record.status());
    Text.write(out, record.severity());
    Text.write(out, record.json());
  }

  @Override
  public StoredRecord read(DataInput in) throws IOException {
    return new StoredRecord(
        in.readLong(), Text.read(in), Text.read(in), Text.read(in), Text.read(in), Text.read(in));
  }
}
