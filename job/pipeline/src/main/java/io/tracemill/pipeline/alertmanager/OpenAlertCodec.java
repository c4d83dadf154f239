package io.tracemill.pipeline.alertmanager;

import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The post, then told until (8). */
public final class OpenAlertCodec implements Codec<OpenAlert> {
  private static final long serialVersionUID = 1;
  private static final AlertPostCodec POSTS = new AlertPostCodec();

  @Override
  public void write(OpenAlert alert, DataOutput out) throws IOException {
    POSTS.write(alert.post(), out);
    out.writeLong(alert.toldUntilMillis());
  }

  @Override
  public OpenAlert read(DataInput in) throws IOException {
    return new OpenAlert(POSTS.read(in), in.readLong());
  }
}
