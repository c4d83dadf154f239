package io.tracemill.pipeline.aggregate;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class AccumulatorCodecTest extends CodecContract<EndpointAccumulator> {
  private static final ProfileLimits LIMITS = new ProfileLimits(100, 50, 20, 4);

  AccumulatorCodecTest() {
    super(
        new AccumulatorCodec(),
        1,
        Map.of(
            "0000006400000032000000140000000401000000000000000000000000000000",
            new EndpointAccumulator(LIMITS),
            "0000006400000032000000140000000401040001610162026f70030103000103"
                + "0202030001000000000215bdebb70e4ba2bb16ce063275edf05e840784070001"
                + "ae0501010100000184070001ae0501d7f3459f6f00f30b8ea5faba7119d16b64"
                + "640001d003010103000001000100010101460001ac03010202011e0001d60201"
                + "000000000000021b010100000000000000070000000000000001000000000000"
                + "0001640300000100010101460202011e28010100000000000000070000000000"
                + "00000200000000000000018407010000018407",
            filled()));
  }

  private static EndpointAccumulator filled() {
    EndpointAccumulator filled = new EndpointAccumulator(LIMITS);
    filled.add(AnalysedRequests.entry(trace(1).root("a", 0, 100).child("a", "b", 10, 40)));
    filled.add(AnalysedRequests.entry(trace(2).root("a", 0, 900)));
    filled.countIncomplete(AnalysedRequests.entry(trace(3).root("a", 0, 9).orphan("c", 1, 2)));
    return filled;
  }
}
