package io.tracemill.cli.demo;

import io.tracemill.cli.demo.GeneratedSpan.Host;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * An endless sequence of requests, ordered by their start. The same seed, rate, start and faults
 * give exactly the same spans. A fault does not change the requests that it does not affect.
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
   * @param requestsPerSecond on average; requests arrive independently of each other
   * @param start the first request starts after it
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

  /** The start of the traffic, in nanoseconds since the epoch. */
  long startNanos() {
    return startNanos;
  }

  /** The start of the next request, in nanoseconds since the epoch. */
  long nextStartNanos() {
    return nextStartNanos;
  }

  /** All spans of the next request. */
  List<GeneratedSpan> next() {
    // Each request has its own generator, so its random numbers do not depend on earlier requests.
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

  /** The instant in nanoseconds since the epoch. */
  static long nanosOf(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }
}
