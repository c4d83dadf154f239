package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class QualityScopeCodecTest extends CodecContract<QualityScope> {
  QualityScopeCodecTest() {
    super(
        new QualityScopeCodec(),
        List.of(
            new QualityScope.Job(),
            new QualityScope.Service("cart"),
            new QualityScope.Endpoint(Frame.of("cart", "op"))));
  }
}
