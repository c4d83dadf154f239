package io.tracemill.pipeline.stacks;

import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Five numbers. */
public final class HostAccountCodec implements Codec<HostAccount> {
  private static final long serialVersionUID = 1;

  @Override
  public void write(HostAccount account, DataOutput out) throws IOException {
    out.writeLong(account.spanBytes());
    out.writeLong(account.sampleBytes());
    out.writeLong(account.untilMillis());
    out.writeLong(account.late());
    out.writeLong(account.dropped());
  }

  @Override
  public HostAccount read(DataInput in) throws IOException {
    return new HostAccount(
        in.readLong(), in.readLong(), in.readLong(), in.readLong(), in.readLong());
  }
}
