package io.tracemill.bench.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Takes a sample ten times a second until all records are read, in a thread of its own. */
final class Sampler {
  private static final long PERIOD_MILLIS = 100;
  private static final long NANOS_PER_LINE = 10_000_000_000L;

  private final ProcessHandle broker;
  private final Topic topic;
  private final List<Sample> samples = new ArrayList<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "sampler");

  Sampler(ProcessHandle broker, Topic topic) {
    this.broker = broker;
    this.topic = topic;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      Sample last = Sample.now(broker);
      Sample shown = last;
      samples.add(last);
      while (last.records() < topic.records()
          && !stopped.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        last = Sample.now(broker);
        samples.add(last);
        if (last.nanos() - shown.nanos() > NANOS_PER_LINE) {
          show(shown, last);
          shown = last;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void show(Sample from, Sample to) {
    System.err.printf(
        "  %,14d spans  %,12.0f spans/s%n",
        topic.spansOf(to.records()),
        1e9 * topic.spansOf(to.records() - from.records()) / (to.nanos() - from.nanos()));
  }

  /** All samples, in order; the last one was taken when all was read. */
  List<Sample> stop() throws InterruptedException {
    stopped.countDown();
    thread.join();
    return List.copyOf(samples);
  }
}
