package io.tracemill.pipeline.aggregate;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class AccumulatorCodecTest extends CodecContract<SealedRequests> {
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);

  AccumulatorCodecTest() {
    super(
        new AccumulatorCodec(),
        List.of(SealedRequests.of(new EndpointAccumulator(LIMITS)), SealedRequests.of(filled())));
  }

  private static EndpointAccumulator filled() {
    EndpointAccumulator filled = new EndpointAccumulator(LIMITS);
    filled.add(
        AnalysedRequests.entry(
            trace(1).root("a", 0, 100).attribute("service.version", "2").child("a", "b", 10, 40)));
    filled.add(AnalysedRequests.entry(trace(2).root("a", 0, 900)));
    filled.countIncomplete(AnalysedRequests.entry(trace(3).root("a", 0, 9).orphan("c", 1, 2)));
    return filled;
  }
}
