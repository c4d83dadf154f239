package io.tracemill.cli.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Two minutes of {@link GoodTraces} with garbage among them, at whose end a service becomes slower,
 * so that every stream of results has something to say. Ten minutes later come a few more records,
 * which only make time go on.
 */
public final class SlowingShop {
  /** What all of it is sent to. */
  public static final String TOPIC = "otlp_spans";

  public static final int PARTITIONS = 3;

  private static final int TRACES = 12_000;
  private static final int SLOW_FROM = 9_000;
  private static final int GARBAGE_EVERY = 100;
  private static final long DELAY_NANOS = 30_000_000;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 10;
  private static final long TAIL_MILLIS = START_MILLIS + TRACES * STEP_MILLIS + 600_000;

  /** All that comes in time for the last window. */
  public static final long SPANS =
      (long) TRACES * GoodTraces.SPANS + TRACES / GoodTraces.LATE_EVERY;

  /** How many of its records can't be decoded. */
  public static final int GARBAGE = TRACES / GARBAGE_EVERY;

  private SlowingShop() {}

  /** Its records in the order in which they are sent. */
  public static List<InputRecord> records() {
    GoodTraces traces = new GoodTraces(TOPIC, PARTITIONS, START_MILLIS, STEP_MILLIS);
    GoodTraces slow = new GoodTraces(TOPIC, PARTITIONS, START_MILLIS, STEP_MILLIS, DELAY_NANOS);
    GoodTraces tail = new GoodTraces(TOPIC, PARTITIONS, TAIL_MILLIS, STEP_MILLIS);
    List<InputRecord> records = new ArrayList<>();
    for (int i = 0; i < TRACES; i++) {
      records.addAll((i < SLOW_FROM ? traces : slow).trace(i));
      if (i % GARBAGE_EVERY == 0) {
        byte[] garbage = ("garbage " + i).getBytes(UTF_8);
        long time = START_MILLIS + i * STEP_MILLIS;
        records.add(new InputRecord(TOPIC, i % PARTITIONS, time, garbage, garbage));
      }
    }
    for (int i = 0; i < PARTITIONS; i++) {
      records.add(tail.trace(TRACES + i).get(0));
    }
    records.sort(Comparator.comparingLong(InputRecord::timestampMillis));
    return records;
  }
}
