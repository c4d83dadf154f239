package io.tracemill.pipeline.monitor;

import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.explanation.Cohort;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileLimits;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.RuntimeContext;

/**
 * The current endpoint's requests for explaining incidents: the latest {@value #BLOCKS} blocks. A
 * block is a minute, or a slide if that is longer.
 */
final class RequestHistory {
  /** The number of blocks besides the current one. */
  static final int BLOCKS = 30;

  private static final long MINUTE_MILLIS = 60_000;

  /** The longest part of an incident that explains it. */
  private static final long LONGEST_AFTER_MILLIS = 10 * MINUTE_MILLIS;

  private final ProfileLimits limits;
  private final long blockMillis;

  /**
   * Key: endpoint; at most {@link #BLOCKS} and the current one, each bounded by the profile limits;
   * cleared by time.
   */
  private final SumsByStart blocks;

  RequestHistory(RuntimeContext context, MonitorRules rules) {
    this.limits = rules.limits();
    this.blockMillis = blockMillis(rules.slideMillis());
    this.blocks = new SumsByStart(context, "blocks");
  }

  /** A whole multiple of the slide. */
  static long blockMillis(long slideMillis) {
    return (MINUTE_MILLIS + slideMillis - 1) / slideMillis * slideMillis;
  }

  private long block(long millis) {
    return Math.floorDiv(millis, blockMillis) * blockMillis;
  }

  /** Adds an ended pane. */
  void add(long paneMillis, EndpointAccumulator requests) throws Exception {
    long start = block(paneMillis);
    Stream<EndpointAccumulator> parts =
        Stream.concat(blocks.get(start).stream(), Stream.of(requests));
    blocks.put(start, EndpointAccumulator.summary(limits, parts.toList()));
  }

  /** Forgets blocks that are too old. */
  void age(long nowMillis) throws Exception {
    blocks.dropBefore(block(nowMillis - BLOCKS * blockMillis));
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
    // A pane of changes can be much shorter than a slide.
    return start < nowMillis
        ? cohort(new Period(start, nowMillis), blocks.starts().tailSet(start))
        : Optional.empty();
  }

  private Optional<Cohort> cohort(Period time, SortedSet<Long> starts) throws Exception {
    EndpointAccumulator all = new EndpointAccumulator(limits);
    for (long start : starts) {
      all.merge(blocks.get(start).orElseThrow());
    }
    return all.count() == 0 ? Optional.empty() : Optional.of(new Cohort(time, all));
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
