package io.tracemill.analysis.profile;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.sample.RequestRow;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint's requests in a window that slides by a pane at a time, without merging all of its
 * panes at every slide: three merges a slide, however many panes a window has.
 *
 * <p>Time is cut into blocks as long as a window (van Herk 1992). A window is the end of one block
 * and the beginning of the next. The sums of all ends of the older block were made when it was
 * over. The sum of the beginning grows with each pane.
 *
 * <pre>
 *   block       |  1  2  3  4  5 |  6  7  8  9 10 |
 *   window               [4  5  6  7  8]            4+5 was made at once with 5, 3+4+5, ...;
 *                                                   6+7+8 grew with every pane
 * </pre>
 *
 * <p>A result depends only on the window's panes and times, even if a limit decides which names are
 * kept. Profiles do not separate categories, so sums put all requests into {@link
 * EndpointSums#other}. It holds at most two sums for each pane of a window.
 */
public final class SlidingWindow {
  private final long windowMillis;
  private final SumRules rules;

  /** Panes of the current block, by start. */
  private final NavigableMap<Long, Sums> panes = new TreeMap<>();

  /** By start of each pane of the previous block: the sum of this pane and all later ones. */
  private final NavigableMap<Long, Sums> ends = new TreeMap<>();

  /** By start of the pane, the rows of its sampled requests; of one window. */
  private final NavigableMap<Long, List<RequestRow>> rows = new TreeMap<>();

  /** The sum of {@link #panes}. */
  private Sums beginning;

  private long blockMillis = Long.MIN_VALUE;

  /** The latest profile, unless a pane or a block began since. */
  private Optional<EndpointProfile> latest = Optional.empty();

  /** Start of the first pane of {@link #ends} in {@link #latest}. */
  private long latestEnd;

  /** The requests of all categories together, and the categories. */
  private record Sums(EndpointSums requests, Set<CallTreeSignature> categories) {
    static Sums none(SumRules rules) {
      return new Sums(new EndpointSums(rules), new HashSet<>());
    }

    static Sums of(EndpointSums pane, SumRules rules) {
      Sums sums = none(rules);
      sums.requests.mergeAsOne(pane);
      pane.categories()
          .forEach(
              (signature, category) -> {
                if (category.count() > 0) {
                  sums.categories.add(signature);
                }
              });
      if (pane.other().count() > 0) {
        sums.categories.add(MANY);
      }
      return sums;
    }

    void add(Sums other) {
      requests.mergeAsOne(other.requests);
      categories.addAll(other.categories);
    }
  }

  /** The category of requests whose category has no name. */
  private static final CallTreeSignature MANY = new CallTreeSignature(0, 0);

  /** A window without requests. */
  public SlidingWindow(long windowMillis, SumRules rules) {
    this.windowMillis = windowMillis;
    this.rules = rules;
    this.beginning = Sums.none(rules);
  }

  /**
   * Adds a pane, each later than the one before.
   *
   * @param paneMillis its start
   * @param requests all of its requests; not changed
   * @param sampled some of its requests
   */
  public void add(long paneMillis, EndpointSums requests, List<RequestRow> sampled) {
    if (paneMillis < blockMillis || (!panes.isEmpty() && paneMillis <= panes.lastKey())) {
      throw new IllegalArgumentException("pane %d is too late".formatted(paneMillis));
    }
    goOnTo(paneMillis);
    Sums pane = Sums.of(requests, rules);
    panes.put(paneMillis, pane);
    rows.headMap(paneMillis - windowMillis, true).clear();
    if (!sampled.isEmpty()) {
      rows.put(paneMillis, sampled);
    }
    beginning.add(pane);
    latest = Optional.empty();
  }

  /** Begins the block of a time unless it has begun. */
  private void goOnTo(long millis) {
    long block = Math.floorDiv(millis, windowMillis) * windowMillis;
    if (block <= blockMillis) {
      return;
    }
    ends.clear();
    if (block - windowMillis == blockMillis) {
      @Nullable Sums later = null;
      for (Map.Entry<Long, Sums> pane : panes.descendingMap().entrySet()) {
        Sums sum = Sums.none(rules);
        sum.add(pane.getValue());
        if (later != null) {
          sum.add(later);
        }
        ends.put(pane.getKey(), sum);
        later = sum;
      }
    }
    panes.clear();
    beginning = Sums.none(rules);
    blockMillis = block;
    latest = Optional.empty();
  }

  /**
   * The profile of the window that ends at {@code endMillis}, which is later than all panes; empty
   * without requests. While no pane enters or leaves, only its time changes.
   */
  public Optional<EndpointProfile> profile(Frame endpoint, long endMillis) {
    goOnTo(endMillis - 1);
    long startMillis = endMillis - windowMillis;
    Map.@Nullable Entry<Long, Sums> end = ends.ceilingEntry(startMillis);
    long firstEnd = end == null ? Long.MAX_VALUE : end.getKey();
    if (latest.isEmpty() || latestEnd != firstEnd) {
      Sums all = sums(end);
      latest =
          all.requests.count() == 0
              ? Optional.empty()
              : Optional.of(
                  ProfileReader.profile(
                      all.requests,
                      all.categories.size(),
                      rows(startMillis, endMillis),
                      endpoint,
                      startMillis,
                      endMillis));
      latestEnd = firstEnd;
    }
    return latest.map(profile -> profile.during(new Period(startMillis, endMillis)));
  }

  private List<RequestRow> rows(long startMillis, long endMillis) {
    return rows.subMap(startMillis, endMillis).values().stream().flatMap(List::stream).toList();
  }

  private Sums sums(Map.@Nullable Entry<Long, Sums> end) {
    if (end == null) {
      return beginning;
    }
    Sums all = Sums.none(rules);
    all.add(end.getValue());
    all.add(beginning);
    return all;
  }

  /**
   * All requests of the window that ends at {@code endMillis}, of all categories together; not to
   * be changed, and valid until the next pane.
   */
  public EndpointSums requests(long endMillis) {
    goOnTo(endMillis - 1);
    return sums(ends.ceilingEntry(endMillis - windowMillis)).requests;
  }
}
