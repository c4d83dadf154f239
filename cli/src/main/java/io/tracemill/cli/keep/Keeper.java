package io.tracemill.cli.keep;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.tracemill.analysis.span.TraceId;
import io.tracemill.cli.replay.TopicTarget;
import io.tracemill.connectors.output.ResultStream;
import io.tracemill.pipeline.config.Keys;
import io.tracemill.pipeline.config.TracemillConfig;
import io.tracemill.pipeline.source.kafka.PartitionClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Reads the input a delay after the decisions of the job, and writes the spans of chosen traces.
 *
 * <p>Time is that of the records. The input is read up to the newest decision minus the delay. So
 * it waits while the job is down or behind, and is read at full speed after a late start. Only if
 * no decision comes for a delay of real time, it is read up to the newest decision: the traffic
 * pauses.
 */
final class Keeper {
  private static final long LAST = PartitionClock.LATEST_MILLIS;
  private static final Duration POLL = Duration.ofMillis(50);
  private static final long COMMIT_NANOS = Duration.ofSeconds(5).toNanos();

  private final PacedTopics input;
  private final PacedTopics decisions;
  private final String decisionsTopic;
  private final SpanCopies copies;
  private final WantedTraces traces;
  private final TopicTarget<ExportTraceServiceRequest> target;
  private final KeepTotals totals;
  private final long delayMillis;
  private final LongSupplier nanoTime;
  private long positionMillis = LAST;
  private long newFromMillis;
  private long heardNanos;
  private long committedNanos;

  /**
   * A keeper that has read nothing.
   *
   * @param nanoTime a clock in nanoseconds, such as {@link System#nanoTime}
   */
  Keeper(
      TracemillConfig config,
      Duration delay,
      WantedTraces traces,
      PacedTopics input,
      PacedTopics decisions,
      TopicTarget<ExportTraceServiceRequest> target,
      KeepTotals totals,
      LongSupplier nanoTime) {
    this.input = input;
    this.decisions = decisions;
    this.target = target;
    this.totals = totals;
    this.nanoTime = nanoTime;
    delayMillis = delay.toMillis();
    heardNanos = nanoTime.getAsLong();
    this.traces = traces;
    decisionsTopic = ResultStream.KEEP.topic(config.get(Keys.OUTPUT_PREFIX));
    copies = new SpanCopies(config, traces::contains, totals);
  }

  /** Keeps until it is stopped, or all is read; {@code tick} is called in between. */
  void run(BooleanSupplier stopped, Runnable tick) {
    while (!stopped.getAsBoolean() && !input.isDone()) {
      input.fetch(POLL);
      follow(input.time());
      input.take(decidedMillis()).forEach(this::keep);
      if (nanoTime.getAsLong() - committedNanos > COMMIT_NANOS) {
        commit();
      }
      tick.run();
    }
    commit();
    if (input.isDone()) {
      traces.forgetBefore(Long.MAX_VALUE);
    }
  }

  /** Reads the decisions ahead of a position, and forgets those a delay before it. */
  private void follow(long position) {
    if (position == PacedTopics.UNKNOWN) {
      return;
    }
    // Another member of the group may have left partitions that are further behind.
    if (position < positionMillis - delayMillis) {
      decisions.startAt(decisionsTopic, position - delayMillis);
      newFromMillis = positionMillis == LAST ? position : Math.max(newFromMillis, aheadMillis());
    }
    positionMillis = position;
    decisions.fetch(Duration.ZERO);
    for (ConsumerRecord<byte[], byte[]> record : decisions.take(aheadMillis())) {
      heardNanos = nanoTime.getAsLong();
      Decision.of(record)
          .ifPresentOrElse(
              decision ->
                  traces.add(
                      decision.trace(), decision.atMillis(), decision.atMillis() >= newFromMillis),
              () -> totals.unreadableDecisions++);
    }
    traces.forgetBefore(position - delayMillis);
  }

  /** How far decisions are read: a delay ahead of the input, and a quarter for the next step. */
  private long aheadMillis() {
    return positionMillis + delayMillis + delayMillis / 4;
  }

  /** The time up to which the job has decided about the input, milliseconds since the epoch. */
  private long decidedMillis() {
    if (decisions.isDone()) {
      return Long.MAX_VALUE;
    }
    if (!decisions.isDrained()) {
      heardNanos = nanoTime.getAsLong();
    }
    boolean silent = nanoTime.getAsLong() - heardNanos > TimeUnit.MILLISECONDS.toNanos(delayMillis);
    return Math.min(decisions.time(), aheadMillis()) - (silent ? 0 : delayMillis);
  }

  private void keep(ConsumerRecord<byte[], byte[]> record) {
    long millis = Math.max(0, record.timestamp());
    Optional.ofNullable(record.value())
        .ifPresent(
            value ->
                copies
                    .of(record.topic(), value)
                    .forEach((trace, spans) -> write(trace, spans, millis)));
  }

  private void write(TraceId trace, ExportTraceServiceRequest spans, long millis) {
    if (traces.admits(trace, millis, spans.getSerializedSize())) {
      target.write(spans, millis, trace.hex().getBytes(US_ASCII));
      totals.addWritten(spans);
    }
  }

  /** Commits what is delivered. */
  private void commit() {
    target.finish();
    input.commit();
    committedNanos = nanoTime.getAsLong();
  }
}
