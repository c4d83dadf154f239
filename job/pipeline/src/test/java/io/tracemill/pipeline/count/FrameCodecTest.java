package io.tracemill.pipeline.count;

import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class FrameCodecTest extends CodecContract<Frame> {
  FrameCodecTest() {
    super(new FrameCodec(), List.of(Frame.of("cart", "GET /"), Frame.of("", "€")));
  }
}
