package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.pipeline.aggregate.AccumulatorCodec;
import io.tracemill.pipeline.monitor.Sides.Side;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Time (8), height (8), then each side: start (8), end (8), accumulator. */
public final class SidesCodec implements Codec<Sides> {
  private static final long serialVersionUID = 1;
  private static final AccumulatorCodec REQUESTS = new AccumulatorCodec();

  @Override
  public void write(Sides sides, DataOutput out) throws IOException {
    out.writeLong(sides.atMillis());
    out.writeLong(sides.highestNanos());
    write(sides.before(), out);
    write(sides.latest(), out);
    write(sides.highest(), out);
  }

  private static void write(Side side, DataOutput out) throws IOException {
    out.writeLong(side.period().startMillis());
    out.writeLong(side.period().endMillis());
    REQUESTS.write(side.requests(), out);
  }

  @Override
  public Sides read(DataInput in) throws IOException {
    long atMillis = in.readLong();
    long highestNanos = in.readLong();
    return new Sides(atMillis, side(in), side(in), side(in), highestNanos);
  }

  private static Side side(DataInput in) throws IOException {
    return new Side(new Period(in.readLong(), in.readLong()), REQUESTS.read(in));
  }
}
