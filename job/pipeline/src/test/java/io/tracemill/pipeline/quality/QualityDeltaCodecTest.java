package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class QualityDeltaCodecTest extends CodecContract<QualityDelta> {
  QualityDeltaCodecTest() {
    super(
        new QualityDeltaCodec(),
        1,
        Map.of(
            "000000000000ea600000000000000000000100",
            new QualityDelta(60_000, new QualityScope.Job(), new QualityCounts())));
  }
}
