package io.tracemill.pipeline.source.unit;

import java.io.IOException;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The bytes of the split if no reader has it yet, else none. */
final class UnassignedSerializer implements SimpleVersionedSerializer<List<UnitSplit>> {
  private final UnitSplitSerializer splits = new UnitSplitSerializer();

  @Override
  public int getVersion() {
    return splits.getVersion();
  }

  @Override
  public byte[] serialize(List<UnitSplit> unassigned) {
    return unassigned.isEmpty() ? new byte[0] : splits.serialize(unassigned.get(0));
  }

  @Override
  public List<UnitSplit> deserialize(int version, byte[] bytes) throws IOException {
    return bytes.length == 0 ? List.of() : List.of(splits.deserialize(version, bytes));
  }
}
