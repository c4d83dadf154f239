package io.tracemill.cli.cluster;

import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.hostile.Misdeed;
import io.tracemill.cli.hostile.SlowingShop;
import io.tracemill.cli.hostile.Traffic;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What a job is fed with.
 *
 * @param topic all of it is sent to
 * @param partitions of the topic
 * @param records in the order in which they are sent
 * @param atOnce how many of them are sent at once, by which the shop is slow and an incident found
 * @param inTime what of it the accounts name once there is nothing left to come but time
 */
record Load(
    String topic,
    int partitions,
    List<ProducerRecord<byte[], byte[]>> records,
    int atOnce,
    Expected inTime) {
  private static final int NEW_NAMES = 50;
  private static final int MIX_TRACES = 4_800;
  private static final long MIX_STEP_MILLIS =
      (SlowingShop.END_MILLIS - SlowingShop.START_MILLIS) / MIX_TRACES;

  /** What is sent later than that is sent at a pace: an incident is found by what came before. */
  private static final long PACED_FROM_MILLIS = SlowingShop.SLOWNESS.fromMillis() + 50_000;

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
    List<ProducerRecord<byte[], byte[]>> records = SlowingShop.records();
    int atOnce = 0;
    while (records.get(atOnce).timestamp() < PACED_FROM_MILLIS) {
      atOnce++;
    }
    return of(records, atOnce, SlowingShop.GARBAGE, SlowingShop.SPANS);
  }

  /** Good traces with everything beside them that senders do wrong; the shop becomes slow too. */
  static Load hostileMix() {
    Traffic traffic = Traffic.mixed(new HostileMix(traces(SlowingShop.START_MILLIS), NEW_NAMES));
    List<Traffic.Sent> sent = traffic.next(MIX_TRACES);
    sent.addAll(traffic.rest());
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    int atOnce = 0;
    long malformed = 0;
    long spans = (long) MIX_TRACES * GoodTraces.SPANS + MIX_TRACES / GoodTraces.LATE_EVERY;
    for (Traffic.Sent each : sent) {
      records.add(each.record());
      atOnce += each.millis() < PACED_FROM_MILLIS ? 1 : 0;
      malformed += each.misdeed().filter(Misdeed::malformed).isPresent() ? 1 : 0;
      spans += each.misdeed().map(Misdeed::spans).orElse(0);
    }
    GoodTraces tail = traces(SlowingShop.TAIL_MILLIS);
    for (int i = 0; i < SlowingShop.PARTITIONS; i++) {
      records.add(tail.trace(MIX_TRACES + i).get(0));
    }
    return of(records, atOnce, malformed, spans);
  }

  private static GoodTraces traces(long startMillis) {
    return new GoodTraces(
        SlowingShop.TOPIC,
        SlowingShop.PARTITIONS,
        startMillis,
        MIX_STEP_MILLIS,
        SlowingShop.SLOWNESS);
  }

  /** In each partition one record only makes time go on. */
  private static Load of(
      List<ProducerRecord<byte[], byte[]>> records, int atOnce, long malformed, long spans) {
    int inTime = records.size() - SlowingShop.PARTITIONS;
    return new Load(
        SlowingShop.TOPIC,
        SlowingShop.PARTITIONS,
        records,
        atOnce,
        new Expected(inTime - malformed, malformed, spans));
  }
}
