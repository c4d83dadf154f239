package io.tracemill.pipeline.quality;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityScope;
import io.tracemill.analysis.quality.Watch;
import io.tracemill.analysis.quality.WatchState;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import io.tracemill.pipeline.serialization.SmileCodec;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

class QualityDeltaCodecTest extends CodecContract<QualityDelta> {
  QualityDeltaCodecTest() {
    super(
        new SmileCodec<>(QualityDelta.class),
        List.of(
            new QualityDelta(60_000, new QualityScope.Job(), counts()),
            new QualityDelta(60_000, new QualityScope.Service("cart"), counts()),
            new QualityDelta(
                0,
                new QualityScope.Endpoint(Frame.of("cart", "op")),
                new QualityCounts(),
                Optional.of(
                    new Watch(
                        WatchState.LEARNING, Optional.of(Watch.Reason.NEW), OptionalLong.of(7)))),
            new QualityDelta(
                0,
                new QualityScope.Endpoint(Frame.of("cart", "op")),
                new QualityCounts(),
                Optional.of(
                    new Watch(WatchState.WATCHING, Optional.empty(), OptionalLong.empty())))));
  }

  private static QualityCounts counts() {
    QualityCounts counts = new QualityCounts();
    counts.add(Measure.RECORDS_RECEIVED, 300);
    counts.add(Measure.SPANS_OPEN, -1);
    return counts;
  }
}
