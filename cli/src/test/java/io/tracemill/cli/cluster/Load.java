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
 * @param spans that the accounts name as decoded once there is nothing left to come but time
 */
record Load(String topic, int partitions, List<InputRecord> records, long spans) {
  private static final int TRACES = 4000;
  private static final int NEW_NAMES = 50;
  private static final long START_MILLIS = 1_700_000_000_000L;
  private static final long STEP_MILLIS = 50;
  private static final long TAIL_MILLIS = START_MILLIS + TRACES * STEP_MILLIS + 600_000;

  Load {
    records = List.copyOf(records);
  }

  static Load slowingShop() {
    return new Load(
        SlowingShop.TOPIC, SlowingShop.PARTITIONS, SlowingShop.records(), SlowingShop.SPANS);
  }

  /** Good traces with everything beside them that senders do wrong. */
  static Load hostileMix() {
    GoodTraces good =
        new GoodTraces(SlowingShop.TOPIC, SlowingShop.PARTITIONS, START_MILLIS, STEP_MILLIS);
    Traffic traffic = Traffic.mixed(new HostileMix(good, NEW_NAMES));
    List<Traffic.Sent> sent = traffic.next(TRACES);
    sent.addAll(traffic.rest());
    List<InputRecord> records = new ArrayList<>();
    long spans = (long) TRACES * GoodTraces.SPANS + TRACES / GoodTraces.LATE_EVERY;
    for (Traffic.Sent each : sent) {
      records.add(each.record());
      spans += each.misdeed().map(Misdeed::spans).orElse(0);
    }
    GoodTraces tail =
        new GoodTraces(SlowingShop.TOPIC, SlowingShop.PARTITIONS, TAIL_MILLIS, STEP_MILLIS);
    for (int i = 0; i < SlowingShop.PARTITIONS; i++) {
      records.add(tail.trace(TRACES + i).get(0));
    }
    return new Load(SlowingShop.TOPIC, SlowingShop.PARTITIONS, records, spans);
  }
}
