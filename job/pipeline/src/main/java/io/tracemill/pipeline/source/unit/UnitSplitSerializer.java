package io.tracemill.pipeline.source.unit;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A split as its position, 8 bytes. */
final class UnitSplitSerializer implements SimpleVersionedSerializer<UnitSplit> {
  private static final int VERSION = 1;

  @Override
  public int getVersion() {
    return VERSION;
  }

  @Override
  public byte[] serialize(UnitSplit split) {
    return ByteBuffer.allocate(Long.BYTES).putLong(split.position()).array();
  }

  @Override
  public UnitSplit deserialize(int version, byte[] bytes) throws IOException {
    if (version != VERSION || bytes.length != Long.BYTES) {
      throw new IOException(
          "split of version %d with %d bytes, not version %d with %d"
              .formatted(version, bytes.length, VERSION, Long.BYTES));
    }
    return new UnitSplit(ByteBuffer.wrap(bytes).getLong());
  }
}
