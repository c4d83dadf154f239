package io.tracemill.bench.job;

import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Measures how long after the end of a window its records in one stream can be read. It assumes
 * that the records' timestamps advance with the clock.
 */
final class Freshness implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  /** When the first and the last record of a window arrived, in nanoseconds after its end. */
  private record Came(long first, long last) {
    Came and(Came other) {
      return new Came(Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  private final String bootstrapServers;
  private final ResultStream stream;
  private final long firstMillis;
  private final long firstNanos;
  private final Map<Long, Came> byWindowEnd = new TreeMap<>();
  private final FutureTask<Void> reading = new FutureTask<>((Callable<Void>) this::read);
  private volatile boolean stopping;
  private long records;

  /**
   * Starts to read a stream of the job's results. The timestamp of a result is the end of its
   * window.
   *
   * @param firstMillis timestamp of the job's first input record, which is sent at {@code
   *     firstNanos} of {@link System#nanoTime}
   */
  Freshness(Broker broker, ResultStream stream, long firstMillis, long firstNanos) {
    this.bootstrapServers = broker.bootstrapServers();
    this.stream = stream;
    this.firstMillis = firstMillis;
    this.firstNanos = firstNanos;
    Thread thread = new Thread(reading, "freshness-" + stream.label());
    thread.setDaemon(true);
    thread.start();
  }

  private Void read() {
    try (KafkaConsumer<byte[], byte[]> consumer =
        Results.oldest(
            Map.of("bootstrap.servers", bootstrapServers),
            stream.topic(Stage.JOB.prefix()),
            "read_uncommitted")) {
      while (!stopping) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          long end = firstNanos + TimeUnit.MILLISECONDS.toNanos(record.timestamp() - firstMillis);
          long late = System.nanoTime() - end;
          byWindowEnd.merge(record.timestamp(), new Came(late, late), Came::and);
          records++;
        }
      }
    }
    return null;
  }

  /** Stops reading, and reports the delays. */
  String text() throws ExecutionException, InterruptedException {
    close();
    reading.get();
    return "%,d records of %s of %d windows, seconds after the window's end, median and most: the first %s, the last %s"
        .formatted(
            records,
            stream.label(),
            byWindowEnd.size(),
            seconds(byWindowEnd.values().stream().mapToLong(Came::first)),
            seconds(byWindowEnd.values().stream().mapToLong(Came::last)));
  }

  private static String seconds(LongStream nanos) {
    long[] sorted = nanos.sorted().toArray();
    return sorted.length == 0
        ? "never"
        : "%.1f and %.1f"
            .formatted(sorted[sorted.length / 2] / 1e9, sorted[sorted.length - 1] / 1e9);
  }

  @Override
  public void close() {
    stopping = true;
  }
}
