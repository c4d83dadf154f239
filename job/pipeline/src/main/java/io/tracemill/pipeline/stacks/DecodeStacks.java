package io.tracemill.pipeline.stacks;

import static java.util.stream.Collectors.groupingBy;

import io.tracemill.analysis.stack.HostPart;
import io.tracemill.analysis.stack.HostSamples;
import io.tracemill.analysis.stack.StackSample;
import io.tracemill.connectors.decoding.MalformedRecordException;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.connectors.profiles.ProfilesDecoder;
import io.tracemill.connectors.profiles.ProfilesDecoder.Decoded;
import io.tracemill.pipeline.MetricScope;
import io.tracemill.pipeline.serialization.InChainTypeInfo;
import io.tracemill.pipeline.source.EncodedRecord;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/**
 * Decodes records of profiles to the samples of their hosts. Each sample is used, or counted in a
 * metric; a record that cannot be read is a dead letter.
 */
public final class DecodeStacks extends ProcessFunction<EncodedRecord, HostPart> {
  /** Records that cannot be read. */
  public static final OutputTag<DeadLetter> DEAD_LETTERS =
      new OutputTag<>("stack-dead-letters", new InChainTypeInfo<>(DeadLetter.class));

  private transient Counter decoded;
  private transient Counter refused;
  private transient Counter unstitchable;
  private transient Counter outOfTime;
  private transient Counter withoutHost;

  @Override
  public void open(OpenContext context) {
    MetricGroup group = MetricScope.of(getRuntimeContext().getMetricGroup());
    decoded = group.counter("stackSamples");
    refused = group.counter("stackDeadLetters");
    unstitchable = group.counter("stackSamplesUnstitchable");
    outOfTime = group.counter("stackSamplesOutOfTime");
    withoutHost = group.counter("stackSamplesWithoutHost");
  }

  @Override
  public void processElement(EncodedRecord record, Context context, Collector<HostPart> out) {
    long nanos = TimeUnit.MILLISECONDS.toNanos(record.eventMillis());
    try {
      emit(ProfilesDecoder.decode(record.value(), OptionalLong.of(nanos)), out);
    } catch (MalformedRecordException e) {
      refused.inc();
      context.output(DEAD_LETTERS, deadLetter(record, e.reason()));
    }
  }

  private void emit(Decoded found, Collector<HostPart> out) {
    unstitchable.inc(found.unstitchable());
    outOfTime.inc(found.outOfTime());
    Map<String, List<StackSample>> byHost =
        found.samples().stream().collect(groupingBy(each -> each.thread().host()));
    // Those without a time have no host either; a record is nearly always of one host.
    long left = found.unstitchable();
    for (Map.Entry<String, List<StackSample>> host : byHost.entrySet()) {
      if (host.getKey().isEmpty()) {
        withoutHost.inc(host.getValue().size());
      } else {
        decoded.inc(host.getValue().size());
        out.collect(HostSamples.of(host.getKey(), host.getValue(), left));
        left = 0;
      }
    }
  }

  private static DeadLetter deadLetter(EncodedRecord record, String reason) {
    return new DeadLetter(
        record.topic(),
        record.partition(),
        record.offset(),
        record.eventMillis(),
        reason,
        record.key(),
        record.value());
  }
}
