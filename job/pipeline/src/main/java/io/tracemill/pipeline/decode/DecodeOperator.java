package io.tracemill.pipeline.decode;

import io.tracemill.analysis.quality.Measure;
import io.tracemill.analysis.quality.QualityCounts;
import io.tracemill.analysis.quality.QualityDelta;
import io.tracemill.analysis.quality.QualityLedger;
import io.tracemill.analysis.span.Fragment;
import io.tracemill.analysis.span.FragmentBuilder;
import io.tracemill.analysis.span.RejectReason;
import io.tracemill.analysis.span.SpanRules;
import io.tracemill.connectors.decoding.DecodeResult;
import io.tracemill.connectors.decoding.FragmentSink;
import io.tracemill.connectors.decoding.RecordDecoder;
import io.tracemill.connectors.formats.EncodingDetector;
import io.tracemill.connectors.output.DeadLetter;
import io.tracemill.pipeline.PaneOperator;
import io.tracemill.pipeline.RestoredWatermark;
import io.tracemill.pipeline.source.EncodedRecord;
import io.tracemill.pipeline.source.EncodingProbe;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.transformations.WithBoundedness;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.util.OutputTag;

/**
 * Decodes records to fragments. A malformed record goes to the dead letters as a whole. A record
 * behind the watermark gets the current time, so no record is late before assembly.
 */
public final class DecodeOperator extends PaneOperator<EncodedRecord, Fragment> {
  private static final long serialVersionUID = 1;

  /**
   * The last millisecond that nanoseconds can represent; later times would overflow when waits are
   * added.
   */
  private static final long LAST_MILLIS = Long.MAX_VALUE / 1_000_000;

  private static final RejectReason[] REASONS = RejectReason.values();

  private final SpanRules rules;
  private final long boundMillis;
  private final boolean flushing;
  private final long paneMillis;
  private final EncodingProbe encodings;
  private final OutputTag<DeadLetter> deadLetters;
  private final OutputTag<QualityDelta> quality;

  private transient RestoredWatermark restored;
  private transient TopicDecoders topicDecoders;
  private transient long latestMillis;

  /** Whether its source is idle, so that its watermark holds back no other task. */
  private transient boolean idle;

  /** By topic, the partitions of which this task has read a record. */
  private transient Map<String, BitSet> begun;

  private transient FragmentBuilder builder;
  private transient FragmentSink spans;
  private transient QualityLedger ledger;
  private transient DeadLetterMetrics deadLetterMetrics;
  private transient Map<String, RecordDecoder> decoders;

  /**
   * An operator with these {@code rules} for spans.
   *
   * @param boundMillis how far the source's watermark stays behind its records
   * @param flushing the result of {@link #seesIdleFlushes} for its records
   * @param paneMillis length of the panes of its counts
   */
  public DecodeOperator(
      SpanRules rules,
      long boundMillis,
      boolean flushing,
      long paneMillis,
      EncodingProbe encodings,
      OutputTag<DeadLetter> deadLetters,
      OutputTag<QualityDelta> quality) {
    this.rules = rules;
    this.boundMillis = boundMillis;
    this.flushing = flushing;
    this.paneMillis = paneMillis;
    this.encodings = encodings;
    this.deadLetters = deadLetters;
    this.quality = quality;
  }

  /** Whether the source of the records is unbounded: only such a source flushes when idle. */
  public static boolean seesIdleFlushes(DataStream<EncodedRecord> records) {
    return records.getTransformation() instanceof WithBoundedness source
        && source.getBoundedness() == Boundedness.CONTINUOUS_UNBOUNDED;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    restored = new RestoredWatermark(context.getOperatorStateStore());
    topicDecoders = new TopicDecoders(context.getOperatorStateStore(), encodings, rules);
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    restored.snapshot(watermarkMillis(), idle);
    topicDecoders.snapshot();
  }

  @Override
  public void open() throws Exception {
    super.open();
    builder = new FragmentBuilder(rules);
    spans = new FragmentSink(builder);
    ledger = new QualityLedger(paneMillis);
    deadLetterMetrics = new DeadLetterMetrics(getMetricGroup());
    decoders = new HashMap<>();
    latestMillis = Long.MIN_VALUE;
    idle = false;
    begun = new HashMap<>();
  }

  @Override
  public void processWatermarkStatus(WatermarkStatus status) throws Exception {
    idle = status.isIdle();
    super.processWatermarkStatus(status);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    long millis = restored.meantBy(mark.getTimestamp());
    if (millis <= watermarkMillis() || RestoredWatermark.isRelative(millis)) {
      return;
    }
    if (millis != mark.getTimestamp() || isIdleFlush(millis)) {
      ledger.job(millis).add(Measure.IDLE_FLUSHES, 1);
    }
    super.processWatermark(new Watermark(millis));
  }

  /**
   * Whether the watermark is an idle flush: no record explains it. The end of input is not an idle
   * flush.
   */
  private boolean isIdleFlush(long watermarkMillis) {
    return flushing
        && !begun.isEmpty()
        && watermarkMillis < Long.MAX_VALUE
        && latestMillis < watermarkMillis + boundMillis + 1;
  }

  /** The first record of a partition makes no watermark. */
  private boolean hadOneBefore(EncodedRecord record) {
    BitSet partitions = begun.computeIfAbsent(record.topic(), topic -> new BitSet());
    boolean had = partitions.get(record.partition());
    partitions.set(record.partition());
    return had;
  }

  @Override
  public void processElement(StreamRecord<EncodedRecord> element) {
    EncodedRecord record = element.getValue();
    if (hadOneBefore(record)) {
      latestMillis = Math.max(latestMillis, record.eventMillis());
    }
    long time =
        Math.min(
            Math.max(record.eventMillis(), restored.latest(watermarkMillis()) + 1), LAST_MILLIS);
    long claimed = record.clockJump() ? Math.min(record.claimedMillis(), LAST_MILLIS) : time;
    QualityCounts job = ledger.job(time);
    job.add(Measure.RECORDS_RECEIVED, 1);
    job.add(Measure.CLOCK_JUMPS, record.clockJump() ? 1 : 0);
    builder.begin(Math.max(time, claimed));
    DecodeResult result = decode(record);
    if (result instanceof DecodeResult.Malformed malformed) {
      job.add(Measure.RECORDS_DEAD_LETTERED, 1);
      deadLetterMetrics.count(record.topic());
      output.collect(
          deadLetters, new StreamRecord<>(deadLetter(record, time, malformed.reason()), time));
    } else if (result instanceof DecodeResult.OtherSignal) {
      job.add(Measure.RECORDS_OTHER_SIGNALS, 1);
    } else {
      job.add(Measure.RECORDS_DECODED, 1);
      countSpans(job);
      builder.finish(time, claimed, fragment -> output.collect(new StreamRecord<>(fragment, time)));
    }
  }

  /**
   * Whether the record has no value or no bytes. That means no spans in any encoding, as in OTLP's
   * protobuf.
   */
  private DecodeResult decode(EncodedRecord record) {
    return record.value().length == 0
        ? DecodeResult.DECODED
        : decoder(record).decode(record.value(), spans);
  }

  private RecordDecoder decoder(EncodedRecord record) {
    RecordDecoder known = decoders.get(record.encoding());
    if (known != null) {
      return known;
    }
    if (record.encoding().equals(EncodingDetector.AUTO)) {
      return topicDecoders.of(record);
    }
    RecordDecoder decoder = Decoders.of(record.encoding(), rules);
    decoders.put(record.encoding(), decoder);
    return decoder;
  }

  private void countSpans(QualityCounts job) {
    int open = builder.spans();
    job.add(Measure.SPANS_DECODED, open);
    for (RejectReason reason : REASONS) {
      int rejected = builder.rejected(reason);
      if (rejected > 0) {
        job.add(Measure.rejected(reason), rejected);
        open -= rejected;
      }
    }
    job.add(Measure.SPANS_OPEN, open);
  }

  private static DeadLetter deadLetter(EncodedRecord record, long time, String reason) {
    return new DeadLetter(
        record.topic(),
        record.partition(),
        record.offset(),
        time,
        reason,
        record.key(),
        record.value());
  }

  @Override
  protected void flush(long millis) {
    ledger.drain(
        millis, delta -> output.collect(quality, new StreamRecord<>(delta, delta.paneMillis())));
  }
}
