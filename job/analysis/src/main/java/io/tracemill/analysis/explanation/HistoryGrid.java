package io.tracemill.analysis.explanation;

import io.tracemill.analysis.cohort.Period;

/**
 * Which of an endpoint's requests are kept so that incidents can be explained: in stretches of a
 * minute (or of a slide, if that is longer) the latest {@value #STRETCHES}, and, of ten stretches
 * each, {@value #BLOCKS} older blocks. So there is an hour before a change that began a few minutes
 * ago.
 *
 * <pre>
 *   block            block            | stretches              now
 *   |----------------|----------------|-|-|-|-|-|-|-|-|-|-|-|-|-|
 * </pre>
 *
 * @param stretchMillis length of a stretch, a whole multiple of a slide
 */
public record HistoryGrid(long stretchMillis) {
  /** How many stretches are kept at least; up to a block more wait for their block to be over. */
  public static final int STRETCHES = 20;

  /** How many blocks are kept. */
  public static final int BLOCKS = 6;

  private static final int STRETCHES_PER_BLOCK = 10;
  private static final long MINUTE_MILLIS = 60_000;

  /** How long after the beginning of a change its requests are looked at. */
  private static final long LONGEST_AFTER_MILLIS = 10 * MINUTE_MILLIS;

  /** The grid of panes of this length. */
  public static HistoryGrid of(long slideMillis) {
    return new HistoryGrid((MINUTE_MILLIS + slideMillis - 1) / slideMillis * slideMillis);
  }

  /** Start of the stretch that a moment is in. */
  public long stretch(long millis) {
    return Math.floorDiv(millis, stretchMillis) * stretchMillis;
  }

  /** Start of the block that a moment is in. */
  public long block(long millis) {
    return Math.floorDiv(millis, blockMillis()) * blockMillis();
  }

  public long blockMillis() {
    return STRETCHES_PER_BLOCK * stretchMillis;
  }

  /** Stretches that start earlier become a part of their block. */
  public long firstStretch(long nowMillis) {
    return block(nowMillis - STRETCHES * stretchMillis);
  }

  /** Blocks that start earlier are forgotten. */
  public long firstBlock(long nowMillis) {
    return firstStretch(nowMillis) - BLOCKS * blockMillis();
  }

  /** When nothing is kept any more of a pane that starts at {@code paneMillis}. */
  public long forgottenAt(long paneMillis) {
    return block(paneMillis) + (BLOCKS + 1) * blockMillis() + STRETCHES * stretchMillis;
  }

  /** The most stretches of time, in slides, that requests are kept of. */
  public long maxMillis() {
    return (BLOCKS + 1) * blockMillis() + STRETCHES * stretchMillis;
  }

  /**
   * The time whose requests are after a change, at most ten minutes.
   *
   * @param sinceMillis when it began
   * @param nowMillis later than that
   */
  public Period after(long sinceMillis, long nowMillis) {
    // The stretch in which it began is of both; it is better than nothing, and else left out.
    long whole = stretch(sinceMillis - 1) + stretchMillis;
    long first = whole < nowMillis ? whole : stretch(sinceMillis - 1);
    return new Period(Math.max(first, stretch(nowMillis - LONGEST_AFTER_MILLIS)), nowMillis);
  }
}
