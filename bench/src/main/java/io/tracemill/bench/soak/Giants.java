package io.tracemill.bench.soak;

import io.tracemill.bench.workload.GiantTrace;
import io.tracemill.bench.workload.Wire;
import io.tracemill.bench.workload.Workload;
import java.util.concurrent.TimeUnit;

/** A trace of very many spans each minute, its records spread over a second. */
final class Giants {
  private static final int TICKS_PER_MINUTE = 60 * Pace.TICKS_PER_SECOND;
  private static final int TICKS_OF_DELIVERY = Pace.TICKS_PER_SECOND;
  private static final int MILLIS_PER_TICK = 1000 / Pace.TICKS_PER_SECOND;

  private final GiantTrace giant;

  Giants(int spans) {
    this.giant = new GiantTrace(spans, Wire.OTLP);
  }

  /** Hands out what is due with a tick: in the first second of every minute but the first. */
  void produce(long tick, Workload.Sink sink) {
    int minute = (int) (tick / TICKS_PER_MINUTE);
    int second = (int) (tick % TICKS_PER_MINUTE);
    if (minute > 0 && second < TICKS_OF_DELIVERY) {
      long millis = Workload.FIRST_MILLIS + tick * MILLIS_PER_TICK;
      long endMillis = millis - (long) second * MILLIS_PER_TICK;
      giant.produce(
          minute - 1,
          giant.parts() * second / TICKS_OF_DELIVERY,
          giant.parts() * (second + 1) / TICKS_OF_DELIVERY,
          TimeUnit.MILLISECONDS.toNanos(endMillis),
          millis,
          sink);
    }
  }
}
