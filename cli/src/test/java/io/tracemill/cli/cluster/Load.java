package io.tracemill.cli.cluster;

import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.hostile.InputRecord;
import io.tracemill.cli.hostile.Misdeed;
import io.tracemill.cli.hostile.SlowingShop;
import io.tracemill.cli.hostile.Traffic;
import java.util.ArrayList;
import java.util.List;

/**
 * What a job is fed with.
 *
 * @param topic all of it is sent to
 * @param partitions of the topic
 * @param records in the order in which they are sent
 * @param inTime what of it the accounts name once there is nothing left to come but time
 */
record Load(String topic, int partitions, List<InputRecord> records, Expected inTime) {
  private static final int TRACES = 4000;
  private static final int NEW_NAMES = 50;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 50;
  private static final long TAIL_MILLIS = START_MILLIS + TRACES * STEP_MILLIS + 600_000;

  /**
   * What comes of records that are all accounted for.
   *
   * @param decoded records
   * @param deadLettered records
   * @param spans of the decoded ones
   */
  record Expected(long decoded, long deadLettered, long spans) {}

  Load {
    records = List.copyOf(records);
  }

  static Load slowingShop() {
    return of(SlowingShop.records(), SlowingShop.GARBAGE, SlowingShop.SPANS);
  }

  /** Good traces with everything beside them that senders do wrong. */
  static Load hostileMix() {
    GoodTraces good =
        new GoodTraces(SlowingShop.TOPIC, SlowingShop.PARTITIONS, START_MILLIS, STEP_MILLIS);
    Traffic traffic = Traffic.mixed(new HostileMix(good, NEW_NAMES));
    List<Traffic.Sent> sent = traffic.next(TRACES);
    sent.addAll(traffic.rest());
    List<InputRecord> records = new ArrayList<>();
    long malformed = 0;
    long spans = (long) TRACES * GoodTraces.SPANS + TRACES / GoodTraces.LATE_EVERY;
    for (Traffic.Sent each : sent) {
      records.add(each.record());
      malformed += each.misdeed().filter(Misdeed::malformed).isPresent() ? 1 : 0;
      spans += each.misdeed().map(Misdeed::spans).orElse(0);
    }
    GoodTraces tail =
        new GoodTraces(SlowingShop.TOPIC, SlowingShop.PARTITIONS, TAIL_MILLIS, STEP_MILLIS);
    for (int i = 0; i < SlowingShop.PARTITIONS; i++) {
      records.add(tail.trace(TRACES + i).get(0));
    }
    return of(records, malformed, spans);
  }

  /** In each partition one record only makes time go on. */
  private static Load of(List<InputRecord> records, long malformed, long spans) {
    int inTime = records.size() - SlowingShop.PARTITIONS;
    return new Load(
        SlowingShop.TOPIC,
        SlowingShop.PARTITIONS,
        records,
        new Expected(inTime - malformed, malformed, spans));
  }
}
