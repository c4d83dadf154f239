package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The sixteen bytes of a trace id. */
public final class TraceIdCodec implements Codec<TraceId> {
  private static final long serialVersionUID = 1;

  /** The type information of trace ids as keys. */
  public static final TypeInformation<TraceId> TYPE =
      new CodecTypeInfo<>(TraceId.class, new TraceIdCodec());

  @Override
  public void write(TraceId traceId, DataOutput out) throws IOException {
    out.writeLong(traceId.high());
    out.writeLong(traceId.low());
  }

  @Override
  public TraceId read(DataInput in) throws IOException {
    return new TraceId(in.readLong(), in.readLong());
  }
}
