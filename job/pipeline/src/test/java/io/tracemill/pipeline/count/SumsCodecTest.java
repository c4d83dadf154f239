package io.tracemill.pipeline.count;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class SumsCodecTest extends CodecContract<SealedSums> {
  private static final SumRules LIMITS = new SumRules(100, 50, 20, new DurationScale(1_000_000));

  SumsCodecTest() {
    super(
        new SealedSums.SealedCodec(),
        List.of(SealedSums.of(new EndpointSums(LIMITS)), SealedSums.of(filled())));
  }

  private static EndpointSums filled() {
    EndpointSums filled = new EndpointSums(LIMITS);
    filled.add(
        AnalysedRequests.entry(
            trace(1).root("a", 0, 100).attribute("service.version", "2").child("a", "b", 10, 40)));
    filled.add(AnalysedRequests.entry(trace(2).root("a", 0, 900)));
    filled.countIncomplete(AnalysedRequests.entry(trace(3).root("a", 0, 9).orphan("c", 1, 2)));
    return filled;
  }
}
