package io.tracemill.pipeline.endpoint;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.analysis.sums.EndpointSums;
import io.tracemill.analysis.sums.SumRules;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * The current endpoint's requests for explaining incidents: the latest {@value #BLOCKS} blocks. A
 * block is a minute, or a pane if that is longer.
 */
final class RequestHistory {
  /** The number of blocks besides the current one. */
  static final int BLOCKS = 30;

  private static final long MINUTE_MILLIS = 60_000;

  /** The longest part of an incident that explains it. */
  private static final long LONGEST_AFTER_MILLIS = 10 * MINUTE_MILLIS;

  private final SumRules sums;
  private final long blockMillis;

  /**
   * Key: endpoint; at most {@link #BLOCKS} and the current one, each bounded by the profile limits;
   * cleared by time.
   */
  private final SumsByStart blocks;

  private final RowsByStart rows;

  RequestHistory(RuntimeContext context, EndpointRules rules, RowsByStart rows) {
    this.rows = rows;
    this.sums = rules.sums();
    this.blockMillis = blockMillis(rules.paneMillis());
    this.blocks = new SumsByStart(context, "blocks");
  }

  /** A whole multiple of the pane. */
  static long blockMillis(long paneMillis) {
    return (MINUTE_MILLIS + paneMillis - 1) / paneMillis * paneMillis;
  }

  private long block(long millis) {
    return Math.floorDiv(millis, blockMillis) * blockMillis;
  }

  /** Adds a pane of an ended slide. */
  void add(long paneMillis, EndpointSums requests) throws Exception {
    long start = block(paneMillis);
    Stream<EndpointSums> parts = Stream.concat(blocks.get(start).stream(), Stream.of(requests));
    blocks.put(start, EndpointSums.sum(sums, parts.toList()));
  }

  /** Forgets blocks that are too old. */
  void age(long nowMillis) throws Exception {
    long oldest = block(nowMillis - BLOCKS * blockMillis);
    blocks.dropBefore(oldest);
    rows.dropBefore(oldest);
  }

  /** The time when all blocks known at {@code nowMillis} are too old. */
  long forgottenAt(long nowMillis) {
    return block(nowMillis) + (BLOCKS + 1) * blockMillis;
  }

  /** All known requests from before {@code millis}; empty without any. */
  Optional<Cohort> before(long millis) throws Exception {
    NavigableSet<Long> whole = blocks.starts().headSet(millis - blockMillis, true);
    return whole.isEmpty() ? Optional.empty() : cohort(new Period(whole.first(), millis), whole);
  }

  /**
   * The latest requests after a change that began at {@code sinceMillis}, at most ten minutes;
   * empty without any. The block in which it began counts only without a later one.
   */
  Optional<Cohort> after(long sinceMillis, long nowMillis) throws Exception {
    long began = block(sinceMillis - 1);
    long first = began + blockMillis < nowMillis ? began + blockMillis : began;
    long start = Math.max(first, block(nowMillis - LONGEST_AFTER_MILLIS));
    return start < nowMillis
        ? cohort(new Period(start, nowMillis), blocks.starts().tailSet(start))
        : Optional.empty();
  }

  private Optional<Cohort> cohort(Period time, SortedSet<Long> starts) throws Exception {
    EndpointSums all = new EndpointSums(sums);
    for (long start : starts) {
      all.merge(blocks.get(start).orElseThrow());
    }
    // Rows of later panes can be here already, ahead of the watermark.
    return all.count() == 0
        ? Optional.empty()
        : Optional.of(
            new Cohort(
                time,
                all,
                rows.between(
                    starts.first(), Math.min(starts.last() + blockMillis, time.endMillis()))));
  }

  /** Forgets blocks that overlap a period, because they are not normal. */
  void forget(Period faulty) throws Exception {
    for (long start : blocks.starts()) {
      if (new Period(start, start + blockMillis).overlaps(faulty)) {
        blocks.remove(start);
      }
    }
  }

  boolean isEmpty() throws Exception {
    return blocks.isEmpty();
  }

  void clear() {
    blocks.clear();
  }
}
