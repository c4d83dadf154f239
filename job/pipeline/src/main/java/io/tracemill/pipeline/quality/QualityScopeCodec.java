package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.count.FrameCodec;
import io.tracemill.pipeline.serialization.Codec;
import io.tracemill.pipeline.serialization.CodecTypeInfo;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.apache.flink.api.common.typeinfo.TypeInformation;

/** Kind (1) and two names, which are empty if the kind has fewer. */
public final class QualityScopeCodec implements Codec<QualityScope> {
  private static final long serialVersionUID = 1;
  private static final QualityScope.Kind[] KINDS = QualityScope.Kind.values();
  private static final FrameCodec NAMES = new FrameCodec();

  /** The type information of scopes as keys. */
  public static final TypeInformation<QualityScope> TYPE =
      new CodecTypeInfo<>(QualityScope.class, new QualityScopeCodec());

  @Override
  public void write(QualityScope scope, DataOutput out) throws IOException {
    out.writeByte(scope.kind().ordinal());
    int names = scope.subject().size();
    NAMES.write(
        Frame.of(names > 0 ? scope.subject().get(0) : "", names > 1 ? scope.subject().get(1) : ""),
        out);
  }

  @Override
  public QualityScope read(DataInput in) throws IOException {
    QualityScope.Kind kind = KINDS[in.readByte()];
    Frame names = NAMES.read(in);
    return switch (kind) {
      case JOB -> new QualityScope.Job();
      case SERVICE -> new QualityScope.Service(names.service());
      case ENDPOINT -> new QualityScope.Endpoint(names);
    };
  }
}
