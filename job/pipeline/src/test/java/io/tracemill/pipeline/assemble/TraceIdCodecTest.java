package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class TraceIdCodecTest extends CodecContract<TraceId> {
  TraceIdCodecTest() {
    super(
        new TraceIdCodec(),
        1,
        Map.of("00000000000000010203040506070809", new TraceId(1, 0x0203040506070809L)));
  }
}
