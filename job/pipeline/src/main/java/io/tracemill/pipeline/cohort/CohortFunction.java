package io.tracemill.pipeline.cohort;

import io.tracemill.analysis.cohort.CohortPart;
import io.tracemill.analysis.cohort.CohortSplit;
import io.tracemill.analysis.request.RequestAnalysis;
import java.util.Optional;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Passes on the requests of one cohort. */
public final class CohortFunction extends ProcessFunction<RequestAnalysis, RequestAnalysis> {
  private static final long serialVersionUID = 1;

  private final CohortSplit split;
  private final CohortPart part;

  public CohortFunction(CohortSplit split, CohortPart part) {
    this.split = split;
    this.part = part;
  }

  @Override
  public void processElement(
      RequestAnalysis request, Context context, Collector<RequestAnalysis> out) {
    if (split.partOf(request, context.timestamp()).equals(Optional.of(part))) {
      out.collect(request);
    }
  }
}
