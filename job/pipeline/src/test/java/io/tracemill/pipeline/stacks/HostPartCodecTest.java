package io.tracemill.pipeline.stacks;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.LocalSpan;
import io.tracemill.analysis.stack.Sampled;
import io.tracemill.analysis.stack.SelfSegments;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class HostPartCodecTest extends CodecContract<HostPart> {
  HostPartCodecTest() {
    super(
        new HostPartCodec(),
        List.of(
            new Sampled().sent("h"),
            new Sampled().cpu("h", "gzip", 1, 40, "main").wait("back", "7", 3, 9).sent("h"),
            Sampled.span("h", 1, 2),
            new LocalSpan(
                Frame.of("back", "GET /p\u00e4"),
                "node-7",
                "77",
                "c0ffee",
                "12",
                "worker-1",
                SelfSegments.of(
                    1_795_740_406_382_484_499L,
                    1_795_740_406_382_484_500L,
                    1_795_740_406_390_000_000L,
                    1_795_740_406_400_000_000L),
                "v2",
                -7)));
  }
}
