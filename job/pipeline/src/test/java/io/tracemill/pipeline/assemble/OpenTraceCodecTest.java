package io.tracemill.pipeline.assemble;

import io.tracemill.pipeline.CodecContract;
import java.util.List;

class OpenTraceCodecTest extends CodecContract<OpenTrace> {
  OpenTraceCodecTest() {
    super(
        new OpenTraceCodec(),
        List.of(
            new OpenTrace(1_700_000_000_000L, 7, 1000, false),
            new OpenTrace(OpenTrace.NEVER, 0, 0, true)));
  }
}
