package io.tracemill.pipeline.keep;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptCategory;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.KeptSample;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Keeps every request of a bounded job, as it comes. It emits the call tree of each category once,
 * and holds nothing else.
 */
public final class KeepFunction extends ProcessFunction<RequestAnalysis, KeptRequest> {
  private static final long serialVersionUID = 1;

  /** When there are more categories, it emits some again. */
  private static final int MAX_KNOWN = 100_000;

  private record Category(Frame endpoint, CallTreeSignature signature) {}

  private transient Set<Category> emitted;

  @Override
  public void open(OpenContext context) {
    emitted = new HashSet<>();
  }

  @Override
  public void processElement(RequestAnalysis request, Context context, Collector<KeptRequest> out) {
    KeptRequest kept = KeptRequest.of(request, context.timestamp());
    out.collect(kept);
    if (emitted.size() >= MAX_KNOWN) {
      emitted.clear();
    }
    if (emitted.add(new Category(kept.endpoint(), kept.category()))) {
      context.output(
          KeepOperator.CATEGORIES,
          new KeptCategory(
              kept.timeMillis(),
              kept.endpoint(),
              kept.category(),
              request.form(KeptSample.MAX_NODES)));
    }
  }
}
