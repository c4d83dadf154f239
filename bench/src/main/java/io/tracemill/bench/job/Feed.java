package io.tracemill.bench.job;

import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Workload;
import io.tracemill.cli.hostile.GoodTraces;
import io.tracemill.cli.hostile.HostileMix;
import io.tracemill.cli.hostile.Misdeed;
import io.tracemill.cli.hostile.Traffic;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Sends bulk traffic and the hostile mix, in its own thread. The records' timestamps advance by a
 * tenth of a second with each tick of the clock.
 */
final class Feed implements AutoCloseable {
  private static final int TICKS_PER_SECOND = 10;
  private static final long TICK_NANOS = 1_000_000_000 / TICKS_PER_SECOND;

  /** Spans in each record of a good trace, except its late record. */
  private static final int SPANS_OF_GOOD_RECORD = 2;

  private static final int TICKS_PER_MINUTE = 60 * TICKS_PER_SECOND;
  private static final long TAIL_MILLIS = 600_000;

  private final Sender sender;
  private final Workload bulk;
  private final Optional<GiantTrace> giant;
  private final GoodTraces good;
  private final Traffic mixed;
  private final long spansPerSecond;
  private final FutureTask<Void> sending = new FutureTask<>((Callable<Void>) this::send);
  private volatile boolean stopping;

  /**
   * Starts to send.
   *
   * @param giant a trace to send in each minute except the first; its records spread over a second
   * @param spansPerSecond of bulk traffic
   */
  Feed(
      Broker broker,
      Workload bulk,
      Optional<GiantTrace> giant,
      HostileMix mix,
      long spansPerSecond) {
    this.sender = new Sender(broker);
    this.bulk = bulk;
    this.giant = giant;
    this.good = mix.good();
    this.mixed = Traffic.mixed(mix);
    this.spansPerSecond = spansPerSecond;
    Thread thread = new Thread(sending, "feed");
    thread.setDaemon(true);
    thread.start();
  }

  /** The totals sent so far. */
  Sent sent() {
    return sender.sent();
  }

  /** Throws the failure of the feed, if it has failed. */
  void check() throws ExecutionException, InterruptedException {
    if (sending.isDone()) {
      sending.get();
    }
  }

  /**
   * Ends with records that let the job close every trace. Returns when the broker has all of them.
   */
  Sent finish() throws ExecutionException, InterruptedException {
    stopping = true;
    sending.get();
    return sent();
  }

  private Void send() throws InterruptedException {
    long start = System.nanoTime();
    long bulkSpans = 0;
    int traces = 0;
    for (long tick = 0; !stopping; tick++) {
      long at = start + tick * TICK_NANOS;
      TimeUnit.NANOSECONDS.sleep(Math.max(0, at - System.nanoTime()));
      long due = spansPerSecond * (tick + 1) / TICKS_PER_SECOND - bulkSpans;
      if (due > 0) {
        bulkSpans += bulk.produce(due, spansPerSecond, sender);
      }
      sendGiant(tick);
      int tracesDue = (int) (1000 / good.stepMillis() * (tick + 1) / TICKS_PER_SECOND);
      sendMixed(mixed.next(tracesDue - traces));
      traces = tracesDue;
      sender.check();
    }
    sendMixed(mixed.rest());
    sendTail(traces);
    sender.flush();
    return null;
  }

  private void sendGiant(long tick) {
    int minute = (int) (tick / TICKS_PER_MINUTE);
    int part = (int) (tick % TICKS_PER_MINUTE);
    if (giant.isPresent() && minute > 0 && part < TICKS_PER_SECOND) {
      GiantTrace trace = giant.get();
      int parts = trace.parts();
      trace.produce(
          minute - 1,
          parts * part / TICKS_PER_SECOND,
          parts * (part + 1) / TICKS_PER_SECOND,
          TimeUnit.MILLISECONDS.toNanos(Workload.FIRST_MILLIS + TimeUnit.MINUTES.toMillis(minute)),
          Workload.FIRST_MILLIS + tick * 1000 / TICKS_PER_SECOND,
          sender);
    }
  }

  private void sendTail(int traces) {
    GoodTraces tail =
        new GoodTraces(
            good.topic(), good.partitions(), good.startMillis() + TAIL_MILLIS, good.stepMillis());
    for (int i = 0; i < good.partitions(); i++) {
      sender.send(tail.trace(traces + i).get(0), SPANS_OF_GOOD_RECORD);
    }
  }

  private void sendMixed(List<Traffic.Sent> due) {
    for (Traffic.Sent each : due) {
      int spans = each.misdeed().map(Misdeed::spans).orElse(SPANS_OF_GOOD_RECORD);
      sender.send(each.record(), spans);
    }
  }

  @Override
  public void close() {
    stopping = true;
    sender.close();
  }
}
