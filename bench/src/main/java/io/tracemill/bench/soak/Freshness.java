package io.tracemill.bench.soak;

import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.PrintStream;
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
 * How long after the end of a window its records of one stream can be read, where a second of the
 * records' timestamps takes a second.
 */
final class Freshness implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(50);

  /** When the first and the last record of a window came, nanoseconds after its end. */
  private record Came(long first, long last) {
    Came and(Came other) {
      return new Came(Math.min(first, other.first), Math.max(last, other.last));
    }
  }

  private final Map<String, String> broker;
  private final String prefix;
  private final ResultStream stream;
  private final long firstMillis;
  private final long firstNanos;
  private final Map<Long, Came> byWindowEnd = new TreeMap<>();
  private final FutureTask<Void> reading = new FutureTask<>((Callable<Void>) this::read);
  private volatile boolean stopping;
  private long records;

  /**
   * Begins to read a stream of a job's results, whose records have the end of their window as
   * timestamp.
   *
   * @param prefix of its results
   * @param firstMillis timestamp of the first record that it is sent, at {@code firstNanos} of
   *     {@link System#nanoTime}
   */
  Freshness(
      String bootstrapServers,
      String prefix,
      ResultStream stream,
      long firstMillis,
      long firstNanos) {
    this.broker = Map.of("bootstrap.servers", bootstrapServers);
    this.prefix = prefix;
    this.stream = stream;
    this.firstMillis = firstMillis;
    this.firstNanos = firstNanos;
    Thread thread = new Thread(reading, "freshness-" + stream.label());
    thread.setDaemon(true);
    thread.start();
  }

  private Void read() throws Exception {
    try (KafkaConsumer<byte[], byte[]> consumer =
        Results.oldest(broker, stream.topic(prefix), "read_uncommitted")) {
      while (!stopping) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          came(record.timestamp(), System.nanoTime());
        }
      }
    }
    return null;
  }

  private void came(long windowEndMillis, long nanos) {
    records++;
    long end = firstNanos + TimeUnit.MILLISECONDS.toNanos(windowEndMillis - firstMillis);
    byWindowEnd.merge(windowEndMillis, new Came(nanos - end, nanos - end), Came::and);
  }

  /** Ends reading, and says what came when. */
  void print(PrintStream out) throws ExecutionException, InterruptedException {
    close();
    reading.get();
    out.printf(
        "%,d records of %s of %d windows, seconds after the window's end, median and most: the"
            + " first %s, the last %s%n",
        records,
        stream.label(),
        byWindowEnd.size(),
        seconds(byWindowEnd.values().stream().mapToLong(Came::first)),
        seconds(byWindowEnd.values().stream().mapToLong(Came::last)));
  }

  private static String seconds(LongStream nanos) {
    long[] sorted = nanos.sorted().toArray();
    if (sorted.length == 0) {
      return "never";
    }
    return "%.1f and %.1f"
        .formatted(sorted[sorted.length / 2] / 1e9, sorted[sorted.length - 1] / 1e9);
  }

  @Override
  public void close() {
    stopping = true;
  }
}
