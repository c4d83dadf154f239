package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class TraceIdCodecTest extends CodecContract<TraceId> {
  TraceIdCodecTest() {
    super(new TraceIdCodec(), List.of(new TraceId(1, 0x0203040506070809L)));
  }
}
