package io.tracemill.pipeline.count;

import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A length (4), then the limits of the sums and the sums. */
public final class SumsCodec implements Codec<SealedSums> {
  @Override
  public void write(SealedSums sealed, DataOutput out) throws IOException {
    sealed.write(out);
  }

  @Override
  public SealedSums read(DataInput in) throws IOException {
    return SealedSums.read(in);
  }

  static void writeSums(EndpointSums sums, DataOutput out) throws IOException {
    sums.rules().write(out);
    sums.write(out);
  }

  static EndpointSums readSums(DataInput in) throws IOException {
    SumRules rules = SumRules.read(in);
    return EndpointSums.read(in, rules);
  }

  @Override
  public boolean writesAtOnce() {
    return true;
  }
}
