package io.tracemill.cli.keep;

import static java.util.stream.Collectors.toMap;

import io.tracemill.pipeline.source.kafka.PartitionClock;
import io.tracemill.pipeline.source.kafka.TopicSelection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/**
 * Topics that are read in step with a time. A partition whose next record is too new is paused; the
 * others go on. So memory holds what one fetch brought of each partition. For one thread.
 */
final class PacedTopics implements AutoCloseable {
  /** The {@link #time} before anything is known. */
  static final long UNKNOWN = Long.MIN_VALUE / 2;

  /** Counts at the newest time of the partition. */
  private static final long NO_TIME = -1;

  private final Consumer<byte[], byte[]> consumer;
  private final ToLongFunction<ConsumerRecord<byte[], byte[]>> timeOf;
  private final long maxJumpMillis;
  private final boolean untilNow;
  private final Map<TopicPartition, Partition> partitions = new HashMap<>();
  private long newestMillis = UNKNOWN;
  private long expired;

  /**
   * Topics without partitions yet.
   *
   * @param consumer fails if an offset is out of range ({@code auto.offset.reset=none})
   * @param timeOf the time of a record, milliseconds since the epoch
   * @param maxJumpMillis a record further ahead of its partition is not believed
   * @param untilNow whether each partition ends where it ends when it is assigned
   */
  PacedTopics(
      Consumer<byte[], byte[]> consumer,
      ToLongFunction<ConsumerRecord<byte[], byte[]>> timeOf,
      long maxJumpMillis,
      boolean untilNow) {
    this.consumer = consumer;
    this.timeOf = timeOf;
    this.maxJumpMillis = maxJumpMillis;
    this.untilNow = untilNow;
  }

  /**
   * A record in its partition.
   *
   * @param millis the time at which the job read it, milliseconds since the epoch: its own, or the
   *     newest before it, as it may be late
   * @param isBelieved whether its own time may be true
   */
  private record Timed(ConsumerRecord<byte[], byte[]> record, long millis, boolean isBelieved) {}

  /** A partition: the records that are fetched and not taken, in order. */
  private final class Partition {
    private final PartitionClock clock = new PartitionClock(maxJumpMillis);
    private final Deque<Timed> waiting = new ArrayDeque<>();
    private final TopicPartition name;
    private final long end;
    private long takenMillis = UNKNOWN;

    Partition(TopicPartition name, long end) {
      this.name = name;
      this.end = untilNow ? end : Long.MAX_VALUE;
    }

    void add(ConsumerRecord<byte[], byte[]> record) {
      long claimed = timeOf.applyAsLong(record);
      boolean isBelieved = clock.believe(claimed) >= claimed;
      long newest = clock.believe(NO_TIME);
      waiting.add(new Timed(record, isBelieved ? newest : claimed, isBelieved));
    }

    ConsumerRecord<byte[], byte[]> take() {
      takenMillis = millis();
      newestMillis = Math.max(newestMillis, takenMillis);
      return waiting.remove().record;
    }

    /** The time of the next record, unless those behind it show that its clock is ahead. */
    long millis() {
      if (waiting.isEmpty()) {
        return takenMillis;
      }
      long first = waiting.getFirst().millis;
      Timed last = waiting.getLast();
      return last.isBelieved ? Math.min(first, last.millis) : first;
    }

    long next() {
      return waiting.isEmpty() ? consumer.position(name) : waiting.getFirst().record.offset();
    }

    /** Fewer cannot tell whether a clock is ahead. */
    boolean isFull() {
      return waiting.size() >= PartitionClock.AGREEING;
    }

    boolean isDrained() {
      return waiting.isEmpty() && consumer.currentLag(name).orElse(1) == 0;
    }

    boolean isDone() {
      return next() >= end;
    }
  }

  /**
   * Joins the consumer's group, and begins where it has committed, else with the oldest record.
   *
   * @param beforeLoss called before a partition is committed and given away
   */
  void join(TopicSelection topics, Runnable beforeLoss) {
    ConsumerRebalanceListener listener =
        new ConsumerRebalanceListener() {
          @Override
          public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
            startAt(assigned, committed(assigned));
          }

          @Override
          public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
            beforeLoss.run();
            commit();
            partitions.keySet().removeAll(revoked);
          }
        };
    topics
        .pattern()
        .ifPresentOrElse(
            pattern -> consumer.subscribe(pattern, listener),
            () -> consumer.subscribe(topics.topics(), listener));
  }

  private Map<TopicPartition, Long> committed(Collection<TopicPartition> assigned) {
    Map<TopicPartition, Long> offsets = new HashMap<>();
    consumer
        .committed(new HashSet<>(assigned))
        .forEach(
            (name, offset) ->
                Optional.ofNullable(offset).ifPresent(known -> offsets.put(name, known.offset())));
    return offsets;
  }

  /** Begins, or begins again, with the first record of each partition of a topic at this time. */
  void startAt(String topic, long millis) {
    List<TopicPartition> all =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    partitions.clear();
    newestMillis = UNKNOWN;
    consumer.assign(all);
    Map<TopicPartition, Long> offsets = new HashMap<>(consumer.endOffsets(all));
    Map<TopicPartition, OffsetAndTimestamp> firsts =
        consumer.offsetsForTimes(all.stream().collect(toMap(p -> p, p -> Math.max(0, millis))));
    offsets.replaceAll(
        (name, end) ->
            Optional.ofNullable(firsts.get(name)).map(OffsetAndTimestamp::offset).orElse(end));
    startAt(all, offsets);
  }

  /** Those without an offset begin with their oldest record. What has expired is counted. */
  private void startAt(Collection<TopicPartition> names, Map<TopicPartition, Long> offsets) {
    Map<TopicPartition, Long> ends = consumer.endOffsets(names);
    consumer
        .beginningOffsets(names)
        .forEach(
            (name, begin) -> {
              long end = ends.getOrDefault(name, begin);
              long known = offsets.getOrDefault(name, begin);
              // A topic that was created again may end before the offset.
              long offset = known > end ? begin : known;
              expired += Math.max(0, begin - offset);
              consumer.seek(name, Math.max(begin, offset));
              partitions.put(name, new Partition(name, end));
            });
  }

  /**
   * Fetches more of the partitions of which little waits. Partitions come and go only here.
   *
   * @param wait how long, if there is nothing
   */
  void fetch(Duration wait) {
    List<TopicPartition> full = new ArrayList<>();
    List<TopicPartition> open = new ArrayList<>();
    partitions.forEach((name, each) -> (each.isFull() ? full : open).add(name));
    consumer.pause(full);
    consumer.resume(open);
    try {
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(wait)) {
        Optional.ofNullable(partitions.get(new TopicPartition(record.topic(), record.partition())))
            .ifPresent(partition -> partition.add(record));
      }
    } catch (OffsetOutOfRangeException e) {
      startAt(e.partitions(), e.offsetOutOfRangePartitions());
    }
  }

  /** Takes the records up to this time, milliseconds since the epoch. */
  List<ConsumerRecord<byte[], byte[]>> take(long untilMillis) {
    List<ConsumerRecord<byte[], byte[]>> due = new ArrayList<>();
    for (Partition each : partitions.values()) {
      while (!each.waiting.isEmpty() && !each.isDone() && each.millis() <= untilMillis) {
        due.add(each.take());
      }
    }
    return due;
  }

  /**
   * The time up to which all records are taken, milliseconds since the epoch: that of the slowest
   * partition that has more, or the newest of all.
   */
  long time() {
    return partitions.values().stream()
        .filter(each -> !each.isDrained() && !each.isDone())
        .mapToLong(Partition::millis)
        .min()
        .orElse(newestMillis);
  }

  /** Whether there is nothing more to take now. */
  boolean isDrained() {
    return partitions.values().stream().allMatch(Partition::isDrained);
  }

  /** Whether all is taken that was there when its partition was assigned. */
  boolean isDone() {
    return !partitions.isEmpty() && partitions.values().stream().allMatch(Partition::isDone);
  }

  /** The records that retention had removed before they were read. */
  long expired() {
    return expired;
  }

  /** Commits what is taken. If the group has other members by now, these read it again. */
  void commit() {
    Map<TopicPartition, OffsetAndMetadata> taken = new HashMap<>();
    partitions.forEach((name, each) -> taken.put(name, new OffsetAndMetadata(each.next())));
    try {
      consumer.commitSync(taken);
    } catch (CommitFailedException | RebalanceInProgressException e) {
      // At least once: nothing is lost.
    }
  }

  @Override
  public void close() {
    consumer.close();
  }
}
