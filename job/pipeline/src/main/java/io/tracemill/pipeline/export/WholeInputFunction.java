package io.tracemill.pipeline.export;

import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.span.Frame;
import io.tracemill.pipeline.aggregate.ProfileDelta;
import io.tracemill.pipeline.aggregate.ProfileDeltaCodec;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/** Adds up all requests of an endpoint and emits their profile at the end of input. */
public final class WholeInputFunction
    extends KeyedProcessFunction<Frame, ProfileDelta, WholeInputProfile> {
  private static final long serialVersionUID = 1;

  /** Key: endpoint; one sum, bounded by its profile limits; cleared at the end of input. */
  private transient ValueState<ProfileDelta> sums;

  @Override
  public void open(OpenContext context) {
    sums = getRuntimeContext().getState(new ValueStateDescriptor<>("sums", ProfileDeltaCodec.TYPE));
  }

  @Override
  public void processElement(ProfileDelta delta, Context context, Collector<WholeInputProfile> out)
      throws Exception {
    @Nullable ProfileDelta sum = sums.value();
    if (sum == null) {
      sum = delta;
      context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    } else {
      sum.requests().merge(delta.requests());
    }
    sums.update(sum);
  }

  @Override
  public void onTimer(long millis, OnTimerContext context, Collector<WholeInputProfile> out)
      throws Exception {
    ProfileDelta sum = sums.value();
    sums.clear();
    out.collect(
        new WholeInputProfile(
            ProfileReader.profile(sum.requests(), sum.endpoint(), sum.paneMillis(), Long.MAX_VALUE),
            sum.requests().sample()));
  }
}
