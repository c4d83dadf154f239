package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.HistoryGrid;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import java.util.Optional;
import org.apache.flink.api.common.functions.RuntimeContext;

/** The requests of the endpoint at hand that explain its incidents. */
final class RequestHistory {
  private final HistoryGrid grid;
  private final ProfileLimits limits;

  /**
   * Key: endpoint; at most {@link HistoryGrid#STRETCHES} and those of one block, each bounded by
   * the profile limits; cleared when they enter their block.
   */
  private final Stretches stretches;

  /**
   * Key: endpoint; at most {@link HistoryGrid#BLOCKS}, each bounded by the profile limits; cleared
   * by time.
   */
  private final Stretches blocks;

  RequestHistory(RuntimeContext context, HistoryGrid grid, ProfileLimits limits) {
    this.grid = grid;
    this.limits = limits;
    this.stretches = new Stretches(context, "stretches");
    this.blocks = new Stretches(context, "blocks");
  }

  /** Adds a pane that is over. */
  void add(long paneMillis, EndpointAccumulator requests) throws Exception {
    stretches.add(grid.stretch(paneMillis), requests);
  }

  /** Old stretches enter their block, and old blocks go. */
  void age(long nowMillis) throws Exception {
    for (long start : stretches.starts().headSet(grid.firstStretch(nowMillis))) {
      Optional<EndpointAccumulator> old = stretches.take(start);
      if (old.isPresent()) {
        blocks.add(grid.block(start), old.get());
      }
    }
    blocks.dropBefore(grid.firstBlock(nowMillis));
  }

  /** Requests in some time. */
  record Cohort(Period period, EndpointAccumulator requests) {}

  /** All requests that are known from before {@code millis}; none if there are none. */
  Optional<Cohort> before(long millis) throws Exception {
    EndpointAccumulator all = new EndpointAccumulator(limits);
    long first = millis;
    first = addAll(blocks, grid.blockMillis(), Long.MIN_VALUE, millis, all, first);
    first = addAll(stretches, grid.stretchMillis(), Long.MIN_VALUE, millis, all, first);
    return all.count() == 0
        ? Optional.empty()
        : Optional.of(new Cohort(new Period(first, millis), all));
  }

  /** The requests after a change that began at {@code sinceMillis}; none if there are none. */
  Optional<Cohort> after(long sinceMillis, long nowMillis) throws Exception {
    Period period = grid.after(sinceMillis, nowMillis);
    EndpointAccumulator all = new EndpointAccumulator(limits);
    addAll(stretches, 0, period.startMillis(), period.endMillis() - 1, all, 0);
    return all.count() == 0 ? Optional.empty() : Optional.of(new Cohort(period, all));
  }

  /** Adds what begins at or after one time and ends at or before another; the first that does. */
  private static long addAll(
      Stretches from,
      long lengthMillis,
      long startMillis,
      long endMillis,
      EndpointAccumulator to,
      long otherwise)
      throws Exception {
    long first = otherwise;
    for (long start : from.starts().tailSet(startMillis)) {
      if (start + lengthMillis <= endMillis) {
        first = Math.min(first, start);
        to.merge(from.get(start).orElseThrow());
      }
    }
    return first;
  }

  /** Forgets what lies in some time, in part or as a whole: it is not normal. */
  void forget(Period faulty) throws Exception {
    forget(stretches, grid.stretchMillis(), faulty);
    forget(blocks, grid.blockMillis(), faulty);
  }

  private static void forget(Stretches from, long lengthMillis, Period faulty) throws Exception {
    for (long start : from.starts()) {
      if (new Period(start, start + lengthMillis).overlaps(faulty)) {
        from.remove(start);
      }
    }
  }

  boolean isEmpty() throws Exception {
    return stretches.isEmpty() && blocks.isEmpty();
  }

  void clear() {
    stretches.clear();
    blocks.clear();
  }
}
