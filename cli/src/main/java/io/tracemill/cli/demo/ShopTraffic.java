package io.tracemill.cli.demo;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * An endless row of requests, one after another by their start. The same seed, rate and start give
 * the same spans to the last bit.
 */
public final class ShopTraffic {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Scenario scenario;
  private final double requestsPerSecond;
  private final SplittableRandom random;
  private final Hosts hosts;
  private long nextStartNanos;

  /**
   * The traffic of the shop.
   *
   * @param requestsPerSecond on average; requests come independently of each other
   * @param start the first request comes after it
   */
  public ShopTraffic(double requestsPerSecond, Instant start, SplittableRandom random) {
    this(Shop.scenario(), requestsPerSecond, start, random);
  }

  ShopTraffic(Scenario scenario, double requestsPerSecond, Instant start, SplittableRandom random) {
    if (!(requestsPerSecond > 0)) {
      throw new IllegalArgumentException(requestsPerSecond + " requests per second");
    }
    this.scenario = scenario;
    this.requestsPerSecond = requestsPerSecond;
    this.random = random;
    this.hosts = new Hosts(scenario.services(), random);
    this.nextStartNanos = nanosOf(start) + gapNanos();
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
        new RequestPlayer(hosts, own).play(scenario.pick(own), nextStartNanos);
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
