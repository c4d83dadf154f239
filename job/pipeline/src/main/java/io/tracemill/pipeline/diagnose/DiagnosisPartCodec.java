package io.tracemill.pipeline.diagnose;

import io.tracemill.pipeline.serialization.CodecTypeInfo;
import io.tracemill.pipeline.serialization.SmileCodec;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Writes a request type's part of a window in Smile. */
public final class DiagnosisPartCodec extends SmileCodec<DiagnosisPart> {
  private static final long serialVersionUID = 1;

  /** The type information of parts sent to the task of their window. */
  public static final TypeInformation<DiagnosisPart> TYPE =
      new CodecTypeInfo<>(DiagnosisPart.class, new DiagnosisPartCodec());

  public DiagnosisPartCodec() {
    super(DiagnosisPart.class);
  }
}
