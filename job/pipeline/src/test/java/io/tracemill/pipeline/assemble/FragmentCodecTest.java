package io.tracemill.pipeline.assemble;

import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class FragmentCodecTest extends CodecContract<Fragment> {
  FragmentCodecTest() {
    super(
        new FragmentCodec(),
        List.of(new Fragment(new TraceId(1, 2), 3, 4, 5, true, new byte[] {10, 11, 12})));
  }
}
