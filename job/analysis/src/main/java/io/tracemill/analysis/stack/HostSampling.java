package io.tracemill.analysis.stack;

import io.tracemill.analysis.sketch.HashedRate;
import java.util.HashMap;
import java.util.Map;

/**
 * Picks at most so many spans a second and host, by the hash of their trace. Beyond 1,000 hosts,
 * spans of new hosts are not picked; a host without spans for ten minutes makes room.
 */
public final class HostSampling {
  private static final int MAX_HOSTS = 1_000;
  private static final long IDLE_SECONDS = 600;

  private final int perSecond;
  private final Map<String, HashedRate> rates = new HashMap<>();

  /**
   * @param perSecond the most spans of a second and host
   */
  public HostSampling(int perSecond) {
    this.perSecond = perSecond;
  }

  /**
   * Whether a span is picked. A span of an earlier second counts in the present one.
   *
   * @param nowMillis the progress of event time: a later span has a wrong clock, and counts now
   */
  public boolean picks(LocalSpan span, long nowMillis) {
    long millis = Math.min(span.timeMillis(), nowMillis);
    if (rates.size() >= MAX_HOSTS && !rates.containsKey(span.host())) {
      rates.values().removeIf(rate -> rate.second() < millis / 1_000 - IDLE_SECONDS);
      if (rates.size() >= MAX_HOSTS) {
        return false;
      }
    }
    return rates
        .computeIfAbsent(span.host(), host -> new HashedRate(perSecond))
        .picks(span.traceHash(), millis);
  }
}
