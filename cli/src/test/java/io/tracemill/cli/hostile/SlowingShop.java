package io.tracemill.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Five minutes of {@link GoodTraces} with garbage among them. When the shop is known well, a
 * service becomes slower, and it recovers before the end, so that every stream of results has
 * something to say and an incident is resolved. More than ten minutes later come a few more
 * records, which only make time go on.
 *
 * <pre>
 *   0 s                100 s                 260 s   300 s          more than 900 s
 *   |--- as it should ---|------- slower ------|-------|             |
 * </pre>
 */
public final class SlowingShop {
  /** What all of it is sent to. */
  public static final String TOPIC = "otlp_spans";

  public static final int PARTITIONS = 3;

  /** When the first trace starts, milliseconds since the epoch. */
  public static final long START_MILLIS = 1_700_000_000_000L;

  /** When the last trace has started. */
  public static final long END_MILLIS = START_MILLIS + 300_000;

  /** What comes after it makes time go on beyond all windows. */
  public static final long TAIL_MILLIS = END_MILLIS + 600_000;

  /** The baseline is learned when it begins, and there is time for an incident to be resolved. */
  public static final GoodTraces.Slowness SLOWNESS =
      new GoodTraces.Slowness(START_MILLIS + 100_000, START_MILLIS + 260_000, 30_000_000);

  private static final long STEP_MILLIS = 25;
  private static final int TRACES = (int) ((END_MILLIS - START_MILLIS) / STEP_MILLIS);
  private static final int GARBAGE_EVERY = 100;

  /** All that comes in time for the last window. */
  public static final long SPANS =
      (long) TRACES * GoodTraces.SPANS + TRACES / GoodTraces.LATE_EVERY;

  /** How many of its records can't be decoded. */
  public static final int GARBAGE = TRACES / GARBAGE_EVERY;

  private SlowingShop() {}

  /** Its records in the order in which they are sent. */
  public static List<ProducerRecord<byte[], byte[]>> records() {
    GoodTraces traces = new GoodTraces(TOPIC, PARTITIONS, START_MILLIS, STEP_MILLIS, SLOWNESS);
    GoodTraces tail = new GoodTraces(TOPIC, PARTITIONS, TAIL_MILLIS, STEP_MILLIS);
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < TRACES; i++) {
      records.addAll(traces.trace(i));
      if (i % GARBAGE_EVERY == 0) {
        byte[] garbage = ("garbage " + i).getBytes(UTF_8);
        long time = START_MILLIS + i * STEP_MILLIS;
        records.add(new ProducerRecord<>(TOPIC, i % PARTITIONS, time, garbage, garbage));
      }
    }
    for (int i = 0; i < PARTITIONS; i++) {
      records.add(tail.trace(TRACES + i).get(0));
    }
    records.sort(Comparator.comparingLong(ProducerRecord::timestamp));
    return records;
  }
}
