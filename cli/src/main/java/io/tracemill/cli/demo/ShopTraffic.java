package io.tracemill.cli.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * An endless row of requests, one after another by their start. The same seed, rate, start and
 * faults give the same spans to the last bit, and what a fault does not touch is the same as
 * without it.
 *
 * <p>Each service runs on two machines, whose clocks are up to 3 ms off.
 */
final class ShopTraffic {
  static final String VERSION = "v1";
  static final long MAX_OFFSET_NANOS = 3_000_000;
  private static final int HOSTS_PER_SERVICE = 2;
  private static final double NANOS_PER_SECOND = 1e9;

  private final List<Fault> faults;
  private final long startNanos;
  private final double requestsPerSecond;
  private final SplittableRandom random;
  private final Map<String, List<Host>> hosts = new HashMap<>();
  private long nextStartNanos;

  /**
   * The traffic of the shop, with these faults.
   *
   * @param requestsPerSecond on average; requests come independently of each other
   * @param start the first request comes after it
   */
  ShopTraffic(
      List<Fault> faults, double requestsPerSecond, Instant start, SplittableRandom random) {
    this.faults = List.copyOf(faults);
    this.startNanos = nanosOf(start);
    this.requestsPerSecond = requestsPerSecond;
    this.random = random;
    for (String service : Shop.SERVICES) {
      List<Host> machines = new ArrayList<>();
      for (int i = 1; i <= HOSTS_PER_SERVICE; i++) {
        long offset = random.nextLong(-MAX_OFFSET_NANOS, MAX_OFFSET_NANOS + 1);
        machines.add(new Host(service, service + "-" + i, VERSION, offset));
      }
      hosts.put(service, machines);
    }
    this.nextStartNanos = startNanos + gapNanos();
  }

  /** When it begins, in nanoseconds since the epoch. */
  long startNanos() {
    return startNanos;
  }

  /** When the next request starts, in nanoseconds since the epoch. */
  long nextStartNanos() {
    return nextStartNanos;
  }

  /** All spans of the next request. */
  List<GeneratedSpan> next() {
    // A generator of its own: what one request draws does not depend on those before it.
    SplittableRandom own = random.split();
    List<GeneratedSpan> spans =
        new RequestPlayer(hosts, Fault.at(faults, nextStartNanos), own)
            .play(Shop.pick(own), nextStartNanos);
    nextStartNanos += gapNanos();
    return spans;
  }

  private long gapNanos() {
    double gaps = -Math.log1p(-random.nextDouble());
    return Math.round(gaps / requestsPerSecond * NANOS_PER_SECOND);
  }

  /** Nanoseconds since the epoch. */
  static long nanosOf(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }
}
