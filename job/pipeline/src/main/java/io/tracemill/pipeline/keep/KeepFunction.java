package io.tracemill.pipeline.keep;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.analysis.sample.KeptRequest;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Keeps every request of a bounded job, as it comes. It holds nothing. */
public final class KeepFunction extends ProcessFunction<RequestAnalysis, KeptRequest> {
  private static final long serialVersionUID = 1;

  @Override
  public void processElement(RequestAnalysis request, Context context, Collector<KeptRequest> out) {
    out.collect(KeptRequest.of(request, context.timestamp()));
  }
}
