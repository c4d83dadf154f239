package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class QualityScopeCodecTest extends CodecContract<QualityScope> {
  QualityScopeCodecTest() {
    super(
        new QualityScopeCodec(),
        1,
        Map.of(
            "000000000000000000",
            new QualityScope.Job(),
            "01000000046361727400000000",
            new QualityScope.Service("cart"),
            "020000000463617274000000026f70",
            new QualityScope.Endpoint(Frame.of("cart", "op")),
            "0300000001610000000162",
            new QualityScope.HostPair("a", "b")));
  }
}
