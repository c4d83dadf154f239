package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.serialization.SmileCodec;
import io.tracemill.pipeline.serialization.StateVersion;
import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Open alerts in the state of the sink, in Smile. */
final class OpenAlertCodec extends SmileCodec<OpenAlert>
    implements SimpleVersionedSerializer<OpenAlert> {
  private static final long serialVersionUID = 1;
  private static final int INITIAL_BYTES = 1_024;

  OpenAlertCodec() {
    super(OpenAlert.class);
  }

  @Override
  public int getVersion() {
    return StateVersion.CURRENT;
  }

  @Override
  public byte[] serialize(OpenAlert alert) throws IOException {
    DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
    write(alert, out);
    return out.getCopyOfBuffer();
  }

  @Override
  public OpenAlert deserialize(int version, byte[] bytes) throws IOException {
    StateVersion.check(version);
    return read(new DataInputDeserializer(bytes));
  }
}
