package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.pipeline.serialization.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The counts' own versioned bytes. The pipeline never changes counts that state holds. */
public final class QualityCountsCodec implements Codec<QualityCounts> {
  private static final long serialVersionUID = 1;

  @Override
  public void write(QualityCounts counts, DataOutput out) throws IOException {
    counts.write(out);
  }

  @Override
  public QualityCounts read(DataInput in) throws IOException {
    return QualityCounts.read(in);
  }
}
