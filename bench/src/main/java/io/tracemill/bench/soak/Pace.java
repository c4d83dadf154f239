package io.tracemill.bench.soak;

import java.util.concurrent.TimeUnit;

/** When the next tenth of a second of traffic is sent. */
interface Pace {
  int TICKS_PER_SECOND = 10;

  /** Waits until the tick of this number is due, of which the first is 0. */
  void await(long tick, long recordsSent) throws Exception;

  /** So many records, and where the reader is. */
  interface Reader {
    long recordsRead() throws Exception;
  }

  /** As the clock goes, from now on. */
  static Pace clock() {
    long start = System.nanoTime();
    return (tick, sent) -> {
      long due = start + TimeUnit.SECONDS.toNanos(1) / TICKS_PER_SECOND * tick;
      TimeUnit.NANOSECONDS.sleep(Math.max(0, due - System.nanoTime()));
    };
  }

  /** As fast as it is read, always up to so many records ahead of the reader. */
  static Pace ahead(long records, Reader reader) {
    long[] read = new long[1];
    return (tick, sent) -> {
      while (sent - read[0] > records) {
        read[0] = reader.recordsRead();
        if (sent - read[0] > records) {
          // Asked more often, the job would spend its time on answers.
          TimeUnit.SECONDS.sleep(1);
        }
      }
    };
  }
}
