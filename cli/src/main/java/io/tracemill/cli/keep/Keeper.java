package io.tracemill.cli.keep;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads the decisions of the job and, a delay of record time behind them, the input.
 *
 * <p>A partition of the input is read up to the limit: the newest decision minus the delay. At the
 * first later record it is paused, until the limit has moved. The limit moves when all decisions
 * are read; if memory is full, decisions wait until the input has passed the limit.
 *
 * <p>Decided, limit and passed are event times; heard (of a decision) and committed are the
 * clock's. All are milliseconds since the epoch.
 */
final class Keeper {
  private static final Duration POLL = Duration.ofMillis(50);
  private static final long COMMIT_MILLIS = 5_000;

  /** The limit moves by this part of the delay, as paused partitions are then fetched again. */
  private static final int STEPS = 100;

  private final Consumer<byte[], byte[]> kafka;
  private final List<TopicPartition> input;
  private final List<TopicPartition> decisions;
  private final WantedTraces traces;
  private final SpanCopier copier;
  private final long delayMillis;
  private final InstantSource clock;

  /** The offsets at which the input ends for this run; empty if it does not end. */
  private Map<TopicPartition, Long> ends = Map.of();

  private long decidedMillis;
  private long limitMillis;
  private long passedMillis;
  private long heardMillis;
  private long committedMillis;

  /** Begins where the group of the consumer has committed, else with the oldest records. */
  Keeper(
      Consumer<byte[], byte[]> kafka,
      Collection<String> input,
      String decisions,
      WantedTraces traces,
      SpanCopier copier,
      Duration delay,
      InstantSource clock) {
    this.kafka = kafka;
    this.input = input.stream().flatMap(topic -> partitions(topic).stream()).toList();
    this.decisions = partitions(decisions);
    this.traces = traces;
    this.copier = copier;
    this.delayMillis = delay.toMillis();
    this.clock = clock;
    heardMillis = clock.millis();
    start(Stream.concat(this.input.stream(), this.decisions.stream()).collect(toSet()));
  }

  private void start(Set<TopicPartition> all) {
    kafka.assign(all);
    kafka.seekToBeginning(all);
    kafka
        .committed(all)
        .forEach((name, at) -> Optional.ofNullable(at).ifPresent(next -> kafka.seek(name, next)));
  }

  private List<TopicPartition> partitions(String topic) {
    return kafka.partitionsFor(topic).stream()
        .map(info -> new TopicPartition(topic, info.partition()))
        .toList();
  }

  /** Keeps until it is stopped, or has read the input of now; {@code tick} is called often. */
  void run(boolean untilNow, BooleanSupplier stopped, Runnable tick) {
    ends = untilNow ? kafka.endOffsets(input) : Map.of();
    while (!stopped.getAsBoolean() && !isDone()) {
      step();
      if (clock.millis() - committedMillis > COMMIT_MILLIS) {
        commit();
      }
      tick.run();
    }
    commit();
    if (isDone()) {
      traces.forgetBefore(Long.MAX_VALUE);
    }
  }

  private boolean isDone() {
    return !ends.isEmpty()
        && ends.entrySet().stream().allMatch(end -> kafka.position(end.getKey()) >= end.getValue());
  }

  private void step() {
    kafka.resume(decisions);
    if (!traces.hasRoom() || isRead(decisions)) {
      moveLimit();
    }
    if (!traces.hasRoom() && !isRead(input)) {
      kafka.pause(decisions);
      heardMillis = clock.millis();
    }
    ConsumerRecords<byte[], byte[]> records = poll();
    decisions.forEach(name -> records.records(name).forEach(this::decide));
    input.forEach(name -> read(name, records.records(name)));
    if (isRead(input)) {
      passedMillis = Math.min(limitMillis, decidedMillis - delayMillis);
      traces.forgetBefore(passedMillis - delayMillis);
    }
  }

  /** Whether each partition is read to its end, or paused. */
  private boolean isRead(List<TopicPartition> partitions) {
    Set<TopicPartition> paused = kafka.paused();
    return partitions.stream()
        .allMatch(name -> paused.contains(name) || kafka.currentLag(name).orElse(1) == 0);
  }

  /** If no decision comes for a delay, the traffic pauses, and its end is due. */
  private void moveLimit() {
    boolean isSilent = clock.millis() - heardMillis > delayMillis;
    boolean isLast = !ends.isEmpty() && isRead(decisions);
    long due = isLast ? Long.MAX_VALUE / 2 : decidedMillis - (isSilent ? 0 : delayMillis);
    if (due - limitMillis > delayMillis / STEPS) {
      limitMillis = due;
      kafka.resume(input);
    }
  }

  private void decide(ConsumerRecord<byte[], byte[]> record) {
    decidedMillis = Math.max(decidedMillis, traces.add(record.value()));
    heardMillis = clock.millis();
  }

  private void read(TopicPartition name, List<ConsumerRecord<byte[], byte[]>> records) {
    // A time far in the future is that of a wrong clock, which must not stop the partition.
    long presentMillis = clock.millis() + delayMillis;
    for (ConsumerRecord<byte[], byte[]> record : records) {
      long millis = Math.max(0, record.timestamp());
      if (millis > limitMillis && millis <= presentMillis) {
        kafka.seek(name, record.offset());
        kafka.pause(Set.of(name));
        return;
      }
      Optional.ofNullable(record.value())
          .ifPresent(value -> copier.copy(name.topic(), value, millis));
    }
  }

  private ConsumerRecords<byte[], byte[]> poll() {
    try {
      return kafka.poll(POLL);
    } catch (OffsetOutOfRangeException e) {
      Map<TopicPartition, Long> lost = e.offsetOutOfRangePartitions();
      kafka.seekToBeginning(lost.keySet());
      lost.forEach(
          (name, offset) -> traces.totals.expired += Math.max(0, kafka.position(name) - offset));
      return ConsumerRecords.empty();
    }
  }

  /** Commits what is delivered, and the first decisions that spans behind it may need. */
  private void commit() {
    copier.flush();
    Map<TopicPartition, OffsetAndMetadata> next = new HashMap<>();
    input.forEach(name -> next.put(name, new OffsetAndMetadata(kafka.position(name))));
    long needed = passedMillis - delayMillis;
    Set<TopicPartition> known = needed > 0 ? Set.copyOf(decisions) : Set.of();
    kafka
        .offsetsForTimes(known.stream().collect(toMap(name -> name, name -> needed)))
        .forEach(
            (name, first) ->
                Optional.ofNullable(first)
                    .ifPresent(at -> next.put(name, new OffsetAndMetadata(at.offset()))));
    kafka.commitSync(next);
    committedMillis = clock.millis();
  }
}
