package io.tracemill.connectors.live;

import static java.util.Comparator.comparingLong;
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
 * counts until it has had no requests for an hour of event time, and then begins at 0. A name that
 * is new, or comes back, has counts of 0 until a later period begins, so that a reader sees it
 * step.
 *
 * <p>At the start of counting the {@link #MAX_NAMES} busiest names get counts of their own, then
 * the first that come. The requests of other names count at the name for all others, so that the
 * sum over all names is complete.
 *
 * @param <N> the name of an endpoint or of an edge
 */
public final class RequestCounters<N> {
  /** The most names with counts of their own. */
  public static final int MAX_NAMES = 475;

  /** The most names that are told apart; only a period of a further one can count twice. */
  static final int MAX_KNOWN = 50_000;

  private static final long STALE_MILLIS = Duration.ofHours(1).toMillis();
  private static final long SWEEP_MILLIS = Duration.ofMinutes(1).toMillis();

  private final N others;
  private final Map<N, Counter> counters = new HashMap<>();

  /** Those of all others; null without any. */
  private @Nullable Counts rest;

  private int named;
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
    /** At this time and before, a reader sees counts of 0. */
    private final long bornMillis;

    private long requests;
    private long failed;
    private long nanos;
    private final long[] atMost = new long[DurationCounts.BOUNDS_NANOS.size()];
    private List<Exemplar> exemplars = List.of();

    Counts(long bornMillis) {
      this.bornMillis = bornMillis;
    }

    void add(long moreRequests, long moreFailed, DurationCounts more, List<Exemplar> someOfThem) {
      requests += moreRequests;
      failed += moreFailed;
      nanos += more.sumNanos();
      for (int bound = 0; bound < atMost.length; bound++) {
        atMost[bound] += more.atMost().get(bound);
      }
      exemplars = someOfThem.isEmpty() ? exemplars : List.copyOf(someOfThem);
    }

    Total total(long millis) {
      if (millis <= bornMillis && requests > 0) {
        return new Counts(bornMillis).total(millis);
      }
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

    /** Requests before counting started. */
    private long past;

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

  /** From now on, records count. The busiest names of earlier records have counts of 0. */
  void start() {
    if (counting) {
      return;
    }
    counting = true;
    counters.entrySet().stream()
        .sorted(comparingLong(each -> -each.getValue().past))
        .forEach(each -> counts(each.getKey(), Optional.of(each.getValue())));
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
    if (!readable || period.endMillis() <= newestMillis - STALE_MILLIS) {
      return;
    }
    advanceTo(period.endMillis());
    if (requests == 0) {
      return;
    }
    Optional<Counter> counter = counter(name);
    if (counter.isPresent() && !counter.get().mark(period)) {
      return;
    }
    if (counting) {
      counts(name, counter).add(requests, failed, durations, exemplars);
    } else {
      counter.ifPresent(known -> known.past += requests);
    }
  }

  private Optional<Counter> counter(N name) {
    if (counters.size() < MAX_KNOWN) {
      counters.computeIfAbsent(name, added -> new Counter());
    }
    return Optional.ofNullable(counters.get(name));
  }

  /** The name's own counts if it has any or can have them, else those of all others. */
  private Counts counts(N name, Optional<Counter> counter) {
    boolean free = named < MAX_NAMES && !name.equals(others);
    if (counter.isPresent() && counter.get().own == null && free) {
      counter.get().own = new Counts(newestMillis);
      named++;
    }
    return counter.flatMap(known -> Optional.ofNullable(known.own)).orElseGet(this::rest);
  }

  private Counts rest() {
    rest = rest == null ? new Counts(newestMillis) : rest;
    return rest;
  }

  /** Says that a period has ended at this time, even if no name had requests in it. */
  void advanceTo(long millis) {
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
            totals.put(name, counter.own.total(newestMillis));
          }
        });
    if (rest != null) {
      totals.put(others, rest.total(newestMillis));
    }
    return totals;
  }
}
