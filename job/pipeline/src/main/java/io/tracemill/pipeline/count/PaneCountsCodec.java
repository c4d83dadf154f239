package io.tracemill.pipeline.count;

import io.tracemill.analysis.sums.PaneCounts;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Counts on their way to the judge. */
public final class PaneCountsCodec implements Codec<PaneCounts> {
  /** The type information of counts. */
  public static final TypeInformation<PaneCounts> TYPE =
      new CodecTypeInfo<>(PaneCounts.class, new PaneCountsCodec());

  @Override
  public void write(PaneCounts counts, DataOutput out) throws IOException {
    counts.write(out);
  }

  @Override
  public PaneCounts read(DataInput in) throws IOException {
    return PaneCounts.read(in);
  }
}
