package io.tracemill.analysis.stack;

import java.util.HashMap;
import java.util.Map;

/**
 * Picks at most so many spans a second and host, by the hash of their trace. When a host has more,
 * half as many traces are picked from its next second on. Beyond 1,000 hosts, spans of new hosts
 * are not picked; a host without spans for ten minutes makes room.
 */
public final class HostSampling {
  private static final int MAX_HOSTS = 1_000;
  private static final long IDLE_SECONDS = 600;
  private static final int MAX_HALVINGS = 40;

  private final int perSecond;
  private final Map<String, Rate> rates = new HashMap<>();

  private static final class Rate {
    private long second;
    private int halvings;
    private int wanted;

    private void begin(long next, int perSecond) {
      if (wanted > perSecond) {
        halvings = Math.min(MAX_HALVINGS, halvings + 1);
      } else if (2 * wanted < perSecond) {
        halvings = Math.max(0, halvings - 1);
      }
      second = next;
      wanted = 0;
    }
  }

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
    long second = Math.min(span.timeMillis(), nowMillis) / 1_000;
    if (rates.size() >= MAX_HOSTS && !rates.containsKey(span.host())) {
      rates.values().removeIf(rate -> rate.second < second - IDLE_SECONDS);
      if (rates.size() >= MAX_HOSTS) {
        return false;
      }
    }
    Rate rate = rates.computeIfAbsent(span.host(), host -> new Rate());
    if (second > rate.second) {
      rate.begin(second, perSecond);
    }
    boolean wanted = Long.numberOfLeadingZeros(span.traceHash()) >= rate.halvings;
    rate.wanted += wanted ? 1 : 0;
    return wanted && rate.wanted <= perSecond;
  }
}
