package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class ProfileDeltaCodecTest extends CodecContract<ProfileDelta> {
  ProfileDeltaCodecTest() {
    super(
        new ProfileDeltaCodec(),
        3,
        Map.of(
            "0000000463617274000000026f70000000000000ea60000000640000003200"
                + "0000140000000407000000000000000000000000000000000000000000000000",
            new ProfileDelta(
                Frame.of("cart", "op"),
                60_000,
                new EndpointAccumulator(new ProfileLimits(100, 50, 20, 4)))));
  }
}
