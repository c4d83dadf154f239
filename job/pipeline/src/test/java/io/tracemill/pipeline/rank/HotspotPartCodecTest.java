package io.tracemill.pipeline.rank;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.bottomup.FrameSums;
import io.tracemill.analysis.profile.ExtentSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class HotspotPartCodecTest extends CodecContract<HotspotPart> {
  HotspotPartCodecTest() {
    super(
        new HotspotPartCodec(),
        List.of(part(new FrameSums(10)), part(sums(10, 3)), part(sums(2, 100))));
  }

  private static HotspotPart part(FrameSums frames) {
    return new HotspotPart(Frame.of("cart", "op"), 60_000, 120_000, frames, extents());
  }

  private static ExtentSums extents() {
    ExtentSums extents = new ExtentSums();
    extents.add(AnalysedRequests.entry(trace(1).root("cart", 0, 9).child("cart", "db", 1, 6)));
    return extents;
  }

  /** Requests to one database of so many callers. */
  private static FrameSums sums(int maxFrames, int callers) {
    FrameSums sums = new FrameSums(maxFrames);
    for (int i = 0; i < callers; i++) {
      String caller = "caller-" + i;
      sums.add(AnalysedRequests.entry(trace(1).root(caller, 0, 9).child(caller, "db", 1, 6)));
    }
    return sums;
  }
}
