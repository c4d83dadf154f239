package io.tracemill.cli.demo;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * An endless row of requests, one after another by their start. The same seed, rate, start and
 * faults give the same spans to the last bit, and what a fault does not touch is the same as
 * without it.
 */
public final class ShopTraffic {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Site site;
  private final Schedule schedule;
  private final long startNanos;
  private final double requestsPerSecond;
  private final SplittableRandom random;
  private final Hosts hosts;
  private long nextStartNanos;

  /**
   * The traffic of the shop on a good day.
   *
   * @param requestsPerSecond on average; requests come independently of each other
   * @param start the first request comes after it
   */
  public ShopTraffic(double requestsPerSecond, Instant start, SplittableRandom random) {
    this(Schedule.QUIET, requestsPerSecond, start, random);
  }

  /** The traffic of the shop, with these faults. */
  public ShopTraffic(
      Schedule schedule, double requestsPerSecond, Instant start, SplittableRandom random) {
    if (!(requestsPerSecond > 0)) {
      throw new IllegalArgumentException(requestsPerSecond + " requests per second");
    }
    this.site = Shop.site();
    this.schedule = requireNonNull(schedule, "schedule");
    this.startNanos = nanosOf(start);
    this.requestsPerSecond = requestsPerSecond;
    this.random = random;
    this.hosts = new Hosts(site.services(), random);
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
    Conditions conditions = schedule.at(nextStartNanos);
    List<GeneratedSpan> spans =
        new RequestPlayer(hosts, conditions, own).play(site.pick(own), nextStartNanos);
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
