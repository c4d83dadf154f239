package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Baseline;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The baseline's own versioned bytes. */
public final class BaselineCodec implements Codec<Baseline> {
  private static final long serialVersionUID = 1;

  @Override
  public void write(Baseline baseline, DataOutput out) throws IOException {
    baseline.write(out);
  }

  @Override
  public Baseline read(DataInput in) throws IOException {
    return Baseline.read(in);
  }

  @Override
  public boolean immutable() {
    return false;
  }

  @Override
  public int version() {
    return 4;
  }

  /** The baseline's bytes say which version of them it is. */
  @Override
  public int oldestReadable() {
    return 1;
  }
}
