package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Pane (8), scope, counts. */
public final class QualityDeltaCodec implements Codec<QualityDelta> {
  private static final long serialVersionUID = 1;
  private static final QualityScopeCodec SCOPES = new QualityScopeCodec();

  /** How counts travel. */
  public static final TypeInformation<QualityDelta> TYPE =
      new CodecTypeInfo<>(QualityDelta.class, new QualityDeltaCodec());

  @Override
  public void write(QualityDelta delta, DataOutput out) throws IOException {
    out.writeLong(delta.paneMillis());
    SCOPES.write(delta.scope(), out);
    delta.counts().write(out);
  }

  @Override
  public QualityDelta read(DataInput in) throws IOException {
    return new QualityDelta(in.readLong(), SCOPES.read(in), QualityCounts.read(in));
  }

  @Override
  public int version() {
    return 1;
  }
}
