package io.tracemill.pipeline.count;

import static io.tracemill.analysis.trace.TraceSpec.trace;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.sample.RequestReplay;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.Fold;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.DurationScale;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import io.tracemill.pipeline.AnalysedRequests;
import io.tracemill.pipeline.CodecContract;
import java.util.List;

class EndpointPartCodecTest extends CodecContract<EndpointPart> {
  EndpointPartCodecTest() {
    super(
        new EndpointPartCodec(),
        List.of(
            EndpointPart.of(
                Frame.of("cart", "op"),
                60_000,
                new EndpointSums(new SumRules(100, 50, 20, new DurationScale(1_000_000)))),
            EndpointPart.of(Frame.of("cart", "op"), 60_000, List.of(row()))));
  }

  private static RequestRow row() {
    RequestAnalysis request =
        AnalysedRequests.entry(
            trace(1).root("a", 0, 100).attribute("service.version", "2").child("a", "b", 10, 40));
    return RequestRow.of(
        KeptRequest.of(request, 0), new RequestReplay(new ReplayRules(0, 0, Fold.LOG2)));
  }
}
