package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.pane.PaneCounts;
import io.tracemill.analysis.pane.PaneCountsBytes;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Counts of a pane, as {@link PaneCountsBytes}. */
public final class PaneCountsCodec implements Codec<PaneCounts> {
  private static final long serialVersionUID = 1;

  /** The type information of counts on their way to the judge. */
  public static final TypeInformation<PaneCounts> TYPE =
      new CodecTypeInfo<>(PaneCounts.class, new PaneCountsCodec());

  @Override
  public void write(PaneCounts counts, DataOutput out) throws IOException {
    PaneCountsBytes.write(counts, out);
  }

  @Override
  public PaneCounts read(DataInput in) throws IOException {
    return PaneCountsBytes.read(in);
  }
}
