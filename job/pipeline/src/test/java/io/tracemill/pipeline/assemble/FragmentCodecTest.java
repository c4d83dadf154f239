package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.CodecContract;
import java.util.Map;

class FragmentCodecTest extends CodecContract<Fragment> {
  FragmentCodecTest() {
    super(
        new FragmentCodec(),
        1,
        Map.of(
            "00000000000000010000000000000002000000000000000300000000000000040000000501000000030a0b0c",
            new Fragment(new TraceId(1, 2), 3, 4, 5, true, new byte[] {10, 11, 12})));
  }
}
