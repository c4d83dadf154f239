package io.tracemill.pipeline.topology;

import io.tracemill.analysis.request.RequestAnalysis;
import io.tracemill.pipeline.aggregate.AggregateOperator;
import io.tracemill.pipeline.aggregate.CountRules;
import io.tracemill.pipeline.aggregate.FrameCodec;
import io.tracemill.pipeline.aggregate.PaneGrid;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import io.tracemill.pipeline.config.IncompleteTraces;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.export.WholeInputFunction;
import io.tracemill.pipeline.export.WholeInputProfile;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;

/** One profile of all requests of each endpoint, at the end of a bounded input. */
final class WholeInput {
  private WholeInput() {}

  /** One task merges and writes; its input is already summed up by other tasks. */
  static void write(
      DataStream<RequestAnalysis> requests, TracemillConfig config, Sink<WholeInputProfile> sink) {
    requests
        .transform(
            "gather exports",
            ProfileDeltaCodec.TYPE,
            new AggregateOperator(
                Rules.wholeInput(config),
                config.get(Keys.PROFILES_MAX_ENDPOINTS),
                PaneGrid.every(Long.MAX_VALUE),
                config.get(Keys.PROFILES_INCOMPLETE) == IncompleteTraces.INCLUDE,
                CountRules.OFF))
        .keyBy(ProfileDelta::endpoint, FrameCodec.TYPE)
        .process(new WholeInputFunction(), new InChainTypeInfo<>(WholeInputProfile.class))
        .setParallelism(1)
        .name("merge exports")
        .sinkTo(sink)
        .setParallelism(1)
        .name("write exports");
  }
}
