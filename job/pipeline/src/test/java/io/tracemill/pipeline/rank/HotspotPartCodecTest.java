package io.tracemill.pipeline.rank;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.profile.WindowSums;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import io.tracemill.pipeline.endpoint.EndpointSlide;
import java.util.List;

class HotspotPartCodecTest extends CodecContract<HotspotPart> {
  HotspotPartCodecTest() {
    super(new HotspotPartCodec(), List.of(part(0), part(3), part(100)));
  }

  /** Requests to one database of so many callers. */
  private static HotspotPart part(int callers) {
    SumRules rules = new SumRules(100, 50, 200, new DurationScale(1));
    EndpointSums sums = new EndpointSums(rules);
    for (int i = 0; i < callers; i++) {
      String caller = "caller-" + i;
      sums.add(AnalysedRequests.entry(trace(1).root(caller, 0, 9).child(caller, "db", 1, 6)));
    }
    sums.finish();
    Period window = new Period(60_000, 120_000);
    WindowSums all = new WindowSums(rules, window, 60_000);
    all.add(60_000, sums);
    return HotspotPart.of(new EndpointSlide(Frame.of("cart", "op"), window, true, all));
  }
}
