package io.tracemill.bench.job;

import io.tracemill.bench.workload.Workload;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.time.Duration;
import java.util.LongSummaryStatistics;
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

  private final String bootstrapServers;
  private final ResultStream stream;
  private final long firstNanos;

  /** For each window, how many nanoseconds after its end its records came. */
  private final Map<Long, LongSummaryStatistics> byWindowEnd = new TreeMap<>();

  private final FutureTask<Void> reading = new FutureTask<>((Callable<Void>) this::read);
  private volatile boolean stopping;

  /**
   * Starts to read a stream of the job's results. The timestamp of a result is the end of its
   * window.
   *
   * @param firstNanos {@link System#nanoTime} when the first record of the {@link Workload} is sent
   */
  Freshness(Broker broker, ResultStream stream, long firstNanos) {
    this.bootstrapServers = broker.bootstrapServers();
    this.stream = stream;
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
          long end =
              firstNanos
                  + TimeUnit.MILLISECONDS.toNanos(record.timestamp() - Workload.FIRST_MILLIS);
          long late = System.nanoTime() - end;
          byWindowEnd
              .computeIfAbsent(record.timestamp(), window -> new LongSummaryStatistics())
              .accept(late);
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
            byWindowEnd.values().stream().mapToLong(LongSummaryStatistics::getCount).sum(),
            stream.label(),
            byWindowEnd.size(),
            seconds(byWindowEnd.values().stream().mapToLong(LongSummaryStatistics::getMin)),
            seconds(byWindowEnd.values().stream().mapToLong(LongSummaryStatistics::getMax)));
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
