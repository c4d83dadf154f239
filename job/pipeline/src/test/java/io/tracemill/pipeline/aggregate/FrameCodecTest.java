package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class FrameCodecTest extends CodecContract<Frame> {
  FrameCodecTest() {
    super(
        new FrameCodec(),
        1,
        Map.of(
            "000000046361727400000005474554202f",
            Frame.of("cart", "GET /"),
            "0000000000000003e282ac",
            Frame.of("", "€")));
  }
}
