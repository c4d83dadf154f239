package io.tracemill.cli.sample;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.formats.Encoding;
import io.tracemill.pipeline.source.kafka.PartitionClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;

/**
 * Decodes the records of a sample as the job would: each partition has a clock that does not follow
 * a lone record into the future.
 */
public final class SampleBuilder {
  private static final byte[] NOTHING = {};

  private final SpanRules rules;
  private final long maxJumpMillis;
  private final FragmentBuilder spans;
  private final Map<Encoding, RecordDecoder> decoders = new EnumMap<>(Encoding.class);
  private final Map<TopicPartition, PartitionClock> clocks = new HashMap<>();
  private final SampledTime time = new SampledTime();
  private final List<Fragment> fragments = new ArrayList<>();
  private final List<Long> jumps = new ArrayList<>();
  private final QualityCounts counts = new QualityCounts();
  private long bytes;
  private long stampedByBroker;
  private String firstFailure = "";

  /**
   * Starts an empty sample.
   *
   * @param maxJumpMillis how far a record may be ahead of its partition, {@code time.max-jump}
   */
  public SampleBuilder(SpanRules rules, long maxJumpMillis) {
    this.rules = rules;
    this.maxJumpMillis = maxJumpMillis;
    this.spans = new FragmentBuilder(rules);
  }

  /** Takes the next record of a partition. */
  public void take(ConsumerRecord<byte[], byte[]> record, Encoding encoding) {
    TopicPartition partition = new TopicPartition(record.topic(), record.partition());
    PartitionClock clock =
        clocks.computeIfAbsent(partition, added -> new PartitionClock(maxJumpMillis));
    long eventMillis = clock.believe(record.timestamp());
    long claimedMillis = clock.jumped() ? record.timestamp() : eventMillis;
    byte[] value = Optional.ofNullable(record.value()).orElse(NOTHING);
    time.add(partition, eventMillis);
    bytes += value.length;
    stampedByBroker += record.timestampType() == TimestampType.LOG_APPEND_TIME ? 1 : 0;
    counts.add(Measure.RECORDS_RECEIVED, 1);
    if (clock.jumped()) {
      jumps.add(claimedMillis);
    }
    spans.begin(Math.max(eventMillis, claimedMillis));
    DecodeResult result =
        decoders.computeIfAbsent(encoding, added -> added.decoder(rules)).decode(value, spans);
    if (result instanceof DecodeResult.Malformed malformed) {
      counts.add(Measure.RECORDS_DEAD_LETTERED, 1);
      firstFailure = firstFailure.isEmpty() ? malformed.reason() : firstFailure;
    } else {
      countSpans();
      spans.finish(eventMillis, claimedMillis, fragments::add);
    }
  }

  private void countSpans() {
    counts.add(Measure.RECORDS_DECODED, 1);
    counts.add(Measure.SPANS_DECODED, spans.spans());
    for (RejectReason reason : RejectReason.values()) {
      counts.add(Measure.rejected(reason), spans.rejected(reason));
    }
  }

  /**
   * What was taken.
   *
   * @param read which part of the partitions that was
   * @param nowMillis the time at which their ends were asked for
   */
  public Sample build(PartsRead read, long nowMillis) {
    Stretch stretch = time.stretch(read, nowMillis);
    long believedMillis = stretch.toMillis() + maxJumpMillis;
    QualityCounts all = counts.copy();
    all.add(
        Measure.CLOCK_JUMPS, jumps.stream().filter(claimed -> claimed > believedMillis).count());
    return new Sample(
        stretch,
        all,
        bytes,
        stampedByBroker,
        firstFailure,
        fragments.stream().map(fragment -> settled(fragment, believedMillis)).toList());
  }

  /** At the time that its record claimed, once time has come near it: there was a gap, no error. */
  private static Fragment settled(Fragment fragment, long believedMillis) {
    long claimed = fragment.claimedMillis();
    return claimed == fragment.timeMillis() || claimed > believedMillis
        ? fragment
        : new Fragment(
            fragment.traceId(),
            claimed,
            claimed,
            fragment.spans(),
            fragment.root(),
            fragment.bytes());
  }
}
