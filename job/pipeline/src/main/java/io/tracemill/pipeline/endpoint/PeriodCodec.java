package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Start (8), end (8). */
public final class PeriodCodec implements Codec<Period> {
  private static final long serialVersionUID = 1;

  public PeriodCodec() {}

  @Override
  public void write(Period period, DataOutput out) throws IOException {
    out.writeLong(period.startMillis());
    out.writeLong(period.endMillis());
  }

  @Override
  public Period read(DataInput in) throws IOException {
    return new Period(in.readLong(), in.readLong());
  }
}
