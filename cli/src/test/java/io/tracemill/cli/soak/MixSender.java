package io.tracemill.cli.soak;

import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.hostile.Sender;
import io.tracemill.cli.hostile.Traffic;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends good traces at a rate, with what comes beside them, on the thread that waits for it. */
final class MixSender implements AutoCloseable {
  private static final int BATCH_BYTES = 65_536;

  private final Sender sender;
  private final Traffic traffic;
  private final int rate;
  private final long startNanos = System.nanoTime();

  private int next;
  private long records;
  private long bytes;

  /**
   * A sender whose clock starts now.
   *
   * @param rate good traces a second
   */
  MixSender(String bootstrapServers, HostileMix mix, int rate) {
    this.sender = new Sender(bootstrapServers, BATCH_BYTES);
    this.traffic = Traffic.mixed(mix);
    this.rate = rate;
  }

  /** Sends what is due, second by second, until so many seconds have passed since the start. */
  void sendUntil(long second) throws Exception {
    while (next < second * rate) {
      List<Traffic.Sent> due = traffic.next(rate);
      next += rate;
      sender.send(due.stream().map(Traffic.Sent::record).toList());
      for (Traffic.Sent sent : due) {
        records++;
        bytes += sent.record().value().length;
      }
      waitFor(next / rate);
    }
  }

  private void waitFor(long second) throws InterruptedException {
    long left = TimeUnit.SECONDS.toNanos(second) - (System.nanoTime() - startNanos);
    TimeUnit.NANOSECONDS.sleep(Math.max(0, left));
  }

  long records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() {
    sender.close();
  }
}
