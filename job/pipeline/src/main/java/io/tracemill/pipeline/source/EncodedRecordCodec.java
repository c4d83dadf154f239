package io.tracemill.pipeline.source;

import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The fields of a record in order, each array after its length. */
public final class EncodedRecordCodec implements Codec<EncodedRecord> {
  private static final long serialVersionUID = 1;

  @Override
  public void write(EncodedRecord record, DataOutput out) throws IOException {
    out.writeUTF(record.topic());
    out.writeInt(record.partition());
    out.writeLong(record.offset());
    out.writeLong(record.eventMillis());
    out.writeLong(record.claimedMillis());
    writeBytes(record.key(), out);
    writeBytes(record.value(), out);
    out.writeUTF(record.encoding());
  }

  @Override
  public EncodedRecord read(DataInput in) throws IOException {
    return new EncodedRecord(
        in.readUTF(),
        in.readInt(),
        in.readLong(),
        in.readLong(),
        in.readLong(),
        readBytes(in),
        readBytes(in),
        in.readUTF());
  }

  private static void writeBytes(byte[] bytes, DataOutput out) throws IOException {
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static byte[] readBytes(DataInput in) throws IOException {
    byte[] bytes = new byte[in.readInt()];
    in.readFully(bytes);
    return bytes;
  }
}
