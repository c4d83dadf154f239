package io.tracemill.cli.hostile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Good traces, and what comes beside them, in the order in which it is all sent. */
public final class Traffic {
  private final GoodTraces good;
  private final Optional<HostileMix> mix;
  private final PriorityQueue<Sent> waiting =
      new PriorityQueue<>(Comparator.comparingLong(Sent::millis).thenComparingLong(Sent::serial));

  private int traces;
  private long serial;

  private Traffic(GoodTraces good, Optional<HostileMix> mix) {
    this.good = good;
    this.mix = mix;
  }

  /** Nothing but good traces. */
  public static Traffic clean(GoodTraces good) {
    return new Traffic(good, Optional.empty());
  }

  /** Good traces with the mix beside them. */
  public static Traffic mixed(HostileMix mix) {
    return new Traffic(mix.good(), Optional.of(mix));
  }

  /**
   * A record on its way.
   *
   * @param millis when it is sent, whatever it claims
   * @param serial its place among those of the same time
   * @param misdeed what is wrong with it, if it is one
   */
  public record Sent(
      long millis, long serial, ProducerRecord<byte[], byte[]> record, Optional<Misdeed> misdeed) {}

  /** What is sent while the next {@code count} good traces start. */
  public List<Sent> next(int count) {
    for (int end = traces + count; traces < end; traces++) {
      for (ProducerRecord<byte[], byte[]> record : good.trace(traces)) {
        waiting.add(new Sent(record.timestamp(), serial++, record, Optional.empty()));
      }
      long now = good.startMillis() + traces * good.stepMillis();
      for (Misdeed misdeed : mix.map(m -> m.beside(traces)).orElse(List.of())) {
        waiting.add(new Sent(now, serial++, misdeed.record(), Optional.of(misdeed)));
      }
    }
    return until(good.startMillis() + traces * good.stepMillis());
  }

  /** What is still to be sent of the traces that have started. */
  public List<Sent> rest() {
    return until(Long.MAX_VALUE);
  }

  private List<Sent> until(long millis) {
    List<Sent> due = new ArrayList<>();
    for (Sent first = waiting.peek();
        first != null && first.millis() < millis;
        first = waiting.peek()) {
      due.add(first);
      waiting.poll();
    }
    return due;
  }
}
