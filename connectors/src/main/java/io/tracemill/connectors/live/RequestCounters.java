package io.tracemill.connectors.live;

import static java.util.Objects.requireNonNull;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.DurationCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests by name, added up over the periods of records. A count never decreases: a name keeps its
 * counts until it has had no requests for an hour of event time, and then begins at 0.
 *
 * <p>The first {@link #MAX_NAMES} names have counts of their own. The requests of further names
 * count at the name for all others, so that the sum over all names is complete.
 *
 * @param <N> the name of an endpoint or of an edge
 */
public final class RequestCounters<N> {
  /** The most names with counts of their own. */
  public static final int MAX_NAMES = 475;

  /** The most names that are told apart, so that no period counts twice. */
  static final int MAX_KNOWN = 50_000;

  private static final long STALE_MILLIS = Duration.ofHours(1).toMillis();
  private static final long SWEEP_MILLIS = Duration.ofMinutes(1).toMillis();

  private final N others;
  private final Map<N, Counter> counters = new HashMap<>();
  private final Counts rest = new Counts();
  private int named;
  private boolean overflowed;
  private boolean counting;
  private long newestMillis;
  private long sweptMillis;

  /**
   * The requests of one name.
   *
   * @param latency their durations, as a histogram
   * @param exemplars some of them
   */
  public record Total(
      long requests, long failed, DurationCounts latency, List<Exemplar> exemplars) {}

  /** A request with its duration. */
  public record Exemplar(String traceId, long durationNanos) {}

  private static final class Counts {
    private long requests;
    private long failed;
    private long nanos;
    private final long[] atMost = new long[DurationCounts.BOUNDS_NANOS.size()];
    private List<Exemplar> exemplars = List.of();

    void add(long moreRequests, long moreFailed, DurationCounts more) {
      requests += moreRequests;
      failed += moreFailed;
      nanos += more.sumNanos();
      for (int bound = 0; bound < atMost.length; bound++) {
        atMost[bound] += more.atMost().get(bound);
      }
    }

    Total total() {
      List<Long> buckets = new ArrayList<>();
      for (long count : atMost) {
        buckets.add(count);
      }
      return new Total(requests, failed, new DurationCounts(nanos, buckets), exemplars);
    }
  }

  /** Which periods of a name are counted, and where. */
  private static final class Counter {
    private @Nullable Counts own;
    private long endMillis = Long.MIN_VALUE;
    private long lengthMillis;

    /** Bit i: the period that ends i lengths before {@link #endMillis} is counted. */
    private long counted;

    /** Marks a period as counted; false if it was before, or if that is no longer known. */
    boolean mark(Period period) {
      long ahead = period.endMillis() - endMillis;
      if (period.startMillis() >= endMillis) {
        boolean regular =
            period.lengthMillis() == lengthMillis
                && ahead % lengthMillis == 0
                && ahead / lengthMillis < Long.SIZE;
        counted = (regular ? counted << (ahead / lengthMillis) : 0) | 1;
        endMillis = period.endMillis();
        lengthMillis = period.lengthMillis();
        return true;
      }
      long back = -ahead / lengthMillis;
      boolean known =
          period.lengthMillis() != lengthMillis
              || ahead > 0
              || ahead % lengthMillis != 0
              || back >= Long.SIZE
              || (counted >>> back & 1) != 0;
      counted |= known ? 0 : 1L << back;
      return !known;
    }
  }

  /**
   * Counters without requests.
   *
   * @param others the name for all others
   */
  RequestCounters(N others) {
    this.others = requireNonNull(others, "others");
  }

  /** From now on, records count. The names of earlier records have counts of 0. */
  void start() {
    counting = true;
  }

  /** Adds the requests of a period, unless they are counted already. */
  void add(
      N name,
      Period period,
      long requests,
      long failed,
      DurationCounts durations,
      List<Exemplar> exemplars) {
    boolean readable = durations.atMost().size() == DurationCounts.BOUNDS_NANOS.size();
    if (requests == 0 || !readable || period.endMillis() <= newestMillis - STALE_MILLIS) {
      return;
    }
    advanceTo(period.endMillis());
    Optional<Counter> counter = counter(name);
    if (counter.isPresent() && counter.get().mark(period)) {
      Counts counts = Optional.ofNullable(counter.get().own).orElse(rest);
      if (counting) {
        counts.add(requests, failed, durations);
      }
      if (counter.get().own != null && !exemplars.isEmpty()) {
        counts.exemplars = List.copyOf(exemplars);
      }
    }
  }

  private Optional<Counter> counter(N name) {
    @Nullable Counter counter = counters.get(name);
    if (counter == null && counters.size() < MAX_KNOWN) {
      counter = new Counter();
      counters.put(name, counter);
    }
    if (counter != null && counter.own == null && !name.equals(others) && named < MAX_NAMES) {
      counter.own = new Counts();
      named++;
    }
    overflowed |= counter != null && counter.own == null;
    return Optional.ofNullable(counter);
  }

  private void advanceTo(long millis) {
    newestMillis = Math.max(newestMillis, millis);
    if (newestMillis - sweptMillis >= SWEEP_MILLIS) {
      sweptMillis = newestMillis;
      counters.values().removeIf(each -> each.endMillis <= newestMillis - STALE_MILLIS);
      named = (int) counters.values().stream().filter(each -> each.own != null).count();
    }
  }

  /** By name, the requests so far; those of all others come last, if there are any. */
  Map<N, Total> totals() {
    Map<N, Total> totals = new LinkedHashMap<>();
    counters.forEach(
        (name, counter) -> {
          if (counter.own != null) {
            totals.put(name, counter.own.total());
          }
        });
    if (overflowed) {
      totals.put(others, rest.total());
    }
    return totals;
  }
}
