package io.tracemill.bench.endtoend;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Asks a job for its checkpoints now and then, in a thread of its own, while it runs. */
final class CheckpointWatch {
  private static final long PERIOD_SECONDS = 2;

  private final int port;
  private final String job;
  private final Thread thread = new Thread(this::run, "checkpoint-watch");
  private volatile Checkpoints latest = Checkpoints.NONE;

  private CheckpointWatch(int port, String job) {
    this.port = port;
    this.job = job;
    thread.setDaemon(true);
  }

  /** Watches the job of a Flink whose REST interface listens on this port. */
  static CheckpointWatch start(int port, String job) {
    CheckpointWatch watch = new CheckpointWatch(port, job);
    watch.thread.start();
    return watch;
  }

  private void run() {
    try {
      while (true) {
        TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
        ask();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ask() throws InterruptedException {
    try {
      latest = Checkpoints.ask(port, job);
    } catch (IOException e) {
      // It is too busy, or has ended: what was known stays.
      return;
    }
  }

  /** What was known last. */
  Checkpoints stop() {
    thread.interrupt();
    return latest;
  }
}
