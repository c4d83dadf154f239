package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class OpenTraceCodecTest extends CodecContract<OpenTrace> {
  OpenTraceCodecTest() {
    super(
        new OpenTraceCodec(),
        1,
        Map.of(
            "0000018bcfe568000000000700000000000003e800",
            new OpenTrace(1_700_000_000_000L, 7, 1000, false),
            "7fffffffffffffff00000000000000000000000001",
            new OpenTrace(OpenTrace.NEVER, 0, 0, true)));
  }
}
