package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class ProfileDeltaCodecTest extends CodecContract<ProfileDelta> {
  ProfileDeltaCodecTest() {
    super(
        new ProfileDeltaCodec(),
        List.of(
            new ProfileDelta(
                Frame.of("cart", "op"),
                60_000,
                new EndpointAccumulator(new ProfileLimits(100, 50, 20, 4)))));
  }
}
