package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class QualityCountsCodecTest extends CodecContract<QualityCounts> {
  QualityCountsCodecTest() {
    super(new QualityCountsCodec(), List.of(new QualityCounts(), counts()));
  }

  private static QualityCounts counts() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.RECORDS_RECEIVED, 300);
    counts.add(Measure.SPANS_OPEN, -1);
    return counts;
  }
}
