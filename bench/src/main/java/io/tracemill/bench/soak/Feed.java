package io.tracemill.bench.soak;

import io.tracemill.bench.workload.Workload;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.hostile.Hostility;
import io.tracemill.cli.hostile.InputRecord;
import io.tracemill.cli.hostile.Misdeed;
import io.tracemill.cli.hostile.Traffic;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends bulk traffic with the hostile mix beside it, in a thread of its own. The records'
 * timestamps advance by a tenth of a second with each tick of the pace, whenever that comes.
 */
final class Feed implements AutoCloseable {
  /** Spans of each of a good trace's records, but for the late one. */
  private static final int SPANS_OF_GOOD_RECORD = 2;

  private static final Set<Hostility> NEW = EnumSet.of(Hostility.NEW_NAMES, Hostility.NEW_SERVICES);
  private static final long TAIL_MILLIS = 600_000;
  private static final Map<String, Object> PRODUCER =
      Map.of("acks", "1", "enable.idempotence", false, "linger.ms", 20, "batch.size", 1 << 19);

  /**
   * How much was sent.
   *
   * @param spans in records that can be decoded; late ones of good traces count as two
   * @param bulkSpans those of them that are bulk traffic
   * @param names that nobody had seen before
   */
  record Sent(long records, long spans, long bulkSpans, long bytes, long names) {
    static final Sent NOTHING = new Sent(0, 0, 0, 0, 0);

    private Sent plus(long moreSpans, long moreBulk, long moreBytes, long moreNames) {
      return new Sent(
          records + 1,
          spans + moreSpans,
          bulkSpans + moreBulk,
          bytes + moreBytes,
          names + moreNames);
    }
  }

  private final KafkaProducer<byte[], byte[]> producer;
  private final Workload bulk;
  private final Optional<Giants> giants;
  private final GoodTraces good;
  private final Traffic mixed;
  private final long spansPerSecond;
  private final Pace pace;
  private final FutureTask<Void> sending = new FutureTask<>((Callable<Void>) this::send);
  private final AtomicReference<Exception> refused = new AtomicReference<>();

  /** Written by the feed's thread only. */
  private volatile Sent sent = Sent.NOTHING;

  private volatile boolean stopping;

  /**
   * A feed that has not started.
   *
   * @param giants among the bulk traffic
   * @param spansPerSecond of bulk traffic; 0 for none
   */
  Feed(
      String bootstrapServers,
      Workload bulk,
      Optional<Giants> giants,
      HostileMix mix,
      long spansPerSecond,
      Pace pace) {
    this.producer =
        new KafkaProducer<>(
            settings(bootstrapServers), new ByteArraySerializer(), new ByteArraySerializer());
    this.bulk = bulk;
    this.giants = giants;
    this.good = mix.good();
    this.mixed = Traffic.mixed(mix);
    this.spansPerSecond = spansPerSecond;
    this.pace = pace;
  }

  private static Map<String, Object> settings(String bootstrapServers) {
    Map<String, Object> settings = new HashMap<>(PRODUCER);
    settings.put("bootstrap.servers", bootstrapServers);
    return settings;
  }

  void start() {
    Thread thread = new Thread(sending, "feed");
    thread.setDaemon(true);
    thread.start();
  }

  /** How much was sent so far. */
  Sent sent() {
    return sent;
  }

  /** Throws what the feed has failed with, if it has. */
  void check() throws ExecutionException, InterruptedException {
    if (sending.isDone()) {
      sending.get();
    }
  }

  /** Ends with what lets the job close every trace; returns when the broker has all of it. */
  Sent finish() throws ExecutionException, InterruptedException {
    stopping = true;
    sending.get();
    return sent;
  }

  private Void send() throws Exception {
    long bulkSpans = 0;
    int traces = 0;
    for (long tick = 0; !stopping; tick++) {
      pace.await(tick, sent.records());
      long due = spansPerSecond * (tick + 1) / Pace.TICKS_PER_SECOND - bulkSpans;
      if (due > 0) {
        bulkSpans += bulk.produce(due, spansPerSecond, this::sendBulk);
      }
      if (giants.isPresent()) {
        giants.get().produce(tick, this::sendGiant);
      }
      int tracesDue = (int) (1000 / good.stepMillis() * (tick + 1) / Pace.TICKS_PER_SECOND);
      sendMixed(mixed.next(tracesDue - traces));
      traces = tracesDue;
      throwRefused();
    }
    sendMixed(mixed.rest());
    sendTail(traces);
    producer.flush();
    throwRefused();
    return null;
  }

  private void sendTail(int traces) {
    GoodTraces tail =
        new GoodTraces(
            good.topic(), good.partitions(), good.startMillis() + TAIL_MILLIS, good.stepMillis());
    for (int i = 0; i < good.partitions(); i++) {
      send(tail.trace(traces + i).get(0), SPANS_OF_GOOD_RECORD, 0, 0);
    }
  }

  private void sendBulk(byte[] key, byte[] value, int spans, long millis) {
    send(toNextPartition(key, value, millis), spans, spans, 0);
  }

  private void sendGiant(byte[] key, byte[] value, int spans, long millis) {
    send(toNextPartition(key, value, millis), spans, 0, 0);
  }

  private InputRecord toNextPartition(byte[] key, byte[] value, long millis) {
    int partition = (int) (sent.records() % good.partitions());
    return new InputRecord(good.topic(), partition, millis, key, value);
  }

  private void sendMixed(List<Traffic.Sent> due) {
    for (Traffic.Sent each : due) {
      int spans = each.misdeed().map(Misdeed::spans).orElse(SPANS_OF_GOOD_RECORD);
      boolean isNew = each.misdeed().map(Misdeed::kind).filter(NEW::contains).isPresent();
      send(each.record(), spans, 0, isNew ? spans : 0);
    }
  }

  /** The record's value may change after this: the producer has copied it. */
  private void send(InputRecord record, int spans, int bulkSpans, int names) {
    Future<RecordMetadata> unused =
        producer.send(
            record.toSend(),
            (stored, e) -> {
              if (e != null) {
                refused.compareAndSet(null, e);
              }
            });
    sent = sent.plus(spans, bulkSpans, record.value().length, names);
  }

  private void throwRefused() {
    Exception exception = refused.get();
    if (exception != null) {
      throw new IllegalStateException("a record was not taken", exception);
    }
  }

  @Override
  public void close() {
    stopping = true;
    producer.close();
  }
}
