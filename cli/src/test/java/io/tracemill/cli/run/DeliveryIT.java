package io.tracemill.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.cli.broker.EmbeddedBroker;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.InputRecord;
import io.tracemill.cli.hostile.Sender;
import io.tracemill.cli.process.CommandLineProcess;
import io.tracemill.cli.results.Results;
import io.tracemill.connectors.output.ResultStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The job's process is killed again and again in mid-stream and started again; what readers see is
 * what they see of a process that nobody disturbed.
 */
@Timeout(400)
final class DeliveryIT {
  private static final String INPUT = "otlp_spans";
  private static final int PARTITIONS = 3;
  private static final int TRACES = 12_000;
  private static final int GARBAGE_EVERY = 100;

  /** From this trace on a service is slower, so that there are alerts too. */
  private static final int SLOW_FROM = 9_000;

  private static final long DELAY_NANOS = 30_000_000;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 10;

  /** All that comes in time for the last window; what follows it only makes time go on. */
  private static final long SPANS =
      (long) TRACES * GoodTraces.SPANS + TRACES / GoodTraces.LATE_EVERY;

  private static final long TAIL_MILLIS = START_MILLIS + TRACES * STEP_MILLIS + 600_000;

  private static final ResurrectedJob.Goal GOAL = new ResurrectedJob.Goal(INPUT, SPANS);

  @TempDir
  @SuppressWarnings("NullAway.Init")
  private static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static EmbeddedBroker broker;

  @BeforeAll
  static void runUndisturbed() throws Exception {
    broker = EmbeddedBroker.start();
    broker.createTopic(INPUT, PARTITIONS, Topics.ANY_TIME);
    // Small batches, fetched one by one (see the job's configuration): a stream that lasts a while.
    try (Sender sender = new Sender(broker.bootstrapServers(), 2000)) {
      sender.send(input());
    }
    try (ResurrectedJob job = job("undisturbed", "exactly-once");
        CommandLineProcess process = job.start()) {
      job.finish(process, GOAL);
    }
  }

  @AfterAll
  static void stopBroker() throws IOException {
    broker.close();
  }

  private static List<InputRecord> input() {
    GoodTraces traces = new GoodTraces(INPUT, PARTITIONS, START_MILLIS, STEP_MILLIS);
    GoodTraces slow = new GoodTraces(INPUT, PARTITIONS, START_MILLIS, STEP_MILLIS, DELAY_NANOS);
    GoodTraces tail = new GoodTraces(INPUT, PARTITIONS, TAIL_MILLIS, STEP_MILLIS);
    List<InputRecord> input = new ArrayList<>();
    for (int i = 0; i < TRACES; i++) {
      input.addAll((i < SLOW_FROM ? traces : slow).trace(i));
      if (i % GARBAGE_EVERY == 0) {
        byte[] garbage = ("garbage " + i).getBytes(UTF_8);
        long time = START_MILLIS + i * STEP_MILLIS;
        input.add(new InputRecord(INPUT, i % PARTITIONS, time, garbage, garbage));
      }
    }
    for (int i = 0; i < PARTITIONS; i++) {
      input.add(tail.trace(TRACES + i).get(0));
    }
    input.sort(Comparator.comparingLong(InputRecord::timestampMillis));
    return input;
  }

  @Test
  void exactlyOnceGivesTheVeryRecordsOfAnUndisturbedRun() throws Exception {
    long written = killAgainAndAgain("exact", "exactly-once", KillPoint.values());

    for (ResultStream stream : ResultStream.values()) {
      assertThat(valuesByKey("exact", stream))
          .as(stream.label())
          .isNotEmpty()
          .isEqualTo(valuesByKey("undisturbed", stream));
    }
    assertThat(written)
        .as("traces that were written, committed or not")
        .isGreaterThan(count(valuesByKey("exact", ResultStream.TRACES)) + 100);
  }

  @Test
  void atLeastOnceGivesTheNewestRecordsOfAnUndisturbedRun() throws Exception {
    long written =
        killAgainAndAgain(
            "repeating",
            "at-least-once",
            KillPoint.BETWEEN_CHECKPOINTS,
            KillPoint.WITHIN_A_CHECKPOINT);

    for (ResultStream stream : ResultStream.values()) {
      assertThat(newest(valuesByKey("repeating", stream)))
          .as(stream.label())
          .isNotEmpty()
          .isEqualTo(newest(valuesByKey("undisturbed", stream)));
    }
    assertThat(written)
        .as("traces that were written, some again")
        .isGreaterThan(count(valuesByKey("undisturbed", ResultStream.TRACES)) + 100);
  }

  /** Records that were written to the topic of traces, at all. */
  private static long killAgainAndAgain(String name, String delivery, KillPoint... points)
      throws Exception {
    try (ResurrectedJob job = job(name, delivery)) {
      for (KillPoint point : points) {
        try (CommandLineProcess process = job.start()) {
          process.await(job.reached(point));
          process.kill();
        }
        assertThat(job.readToTheEnd(INPUT)).as("%s: too late", point).isFalse();
      }
      try (CommandLineProcess process = job.start()) {
        assertThat(job.finish(process, GOAL)).contains("resuming from file:");
      }
      return job.written();
    }
  }

  private static ResurrectedJob job(String name, String delivery) {
    return new ResurrectedJob(broker, directory, name, delivery);
  }

  /** What readers of committed records see: of each key, the records in their order. */
  private static Map<String, List<String>> valuesByKey(String prefix, ResultStream stream) {
    Map<String, List<String>> values = new TreeMap<>();
    for (ConsumerRecord<byte[], byte[]> record :
        Results.recordsIn(broker.bootstrapServers(), stream.topic(prefix))) {
      values
          .computeIfAbsent(new String(record.key(), UTF_8), key -> new ArrayList<>())
          .add(text(record));
    }
    return values;
  }

  private static String text(ConsumerRecord<byte[], byte[]> record) {
    StringBuilder text = new StringBuilder(new String(record.value(), UTF_8));
    text.append(" at ").append(record.timestamp());
    for (Header header : record.headers()) {
      text.append(' ').append(header.key()).append('=').append(new String(header.value(), UTF_8));
    }
    return text.toString();
  }

  private static long count(Map<String, List<String>> valuesByKey) {
    return valuesByKey.values().stream().mapToLong(List::size).sum();
  }

  private static Map<String, String> newest(Map<String, List<String>> valuesByKey) {
    Map<String, String> newest = new LinkedHashMap<>();
    valuesByKey.forEach((key, values) -> newest.put(key, values.get(values.size() - 1)));
    return newest;
  }
}
