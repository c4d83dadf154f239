package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class AccumulatorCodecTest extends CodecContract<SealedRequests> {
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);

  AccumulatorCodecTest() {
    super(
        new AccumulatorCodec(),
        3,
        Map.of(
            "000000640000003200000014000000040700000000000000000000000000000000"
                + "0000000000000000",
            SealedRequests.of(new EndpointAccumulator(LIMITS))));
  }
}
