package io.tracemill.cli.sample;

/**
 * The event time that the sampled partitions have in common, milliseconds since the epoch.
 *
 * @param fromMillis where it begins: of the partitions that hold older records too, the latest
 * @param toMillis its newest record
 * @param seenUntilMillis up to where it is known that nothing else is there: now, if the partitions
 *     were read to their ends
 * @param older whether there are records from before it
 */
public record Stretch(long fromMillis, long toMillis, long seenUntilMillis, boolean older) {
  private static final double MILLIS_PER_SECOND = 1000;

  public Stretch {
    toMillis = Math.max(fromMillis, toMillis);
    seenUntilMillis = Math.max(toMillis, seenUntilMillis);
  }

  /** Its length. */
  public double seconds() {
    return (toMillis - fromMillis) / MILLIS_PER_SECOND;
  }

  /** Whether a record at this time is in it. */
  public boolean contains(long millis) {
    return millis >= fromMillis && millis <= toMillis;
  }

  /**
   * Whether all of a trace was seen: nothing of it can have come before the stretch, and it has
   * closed.
   *
   * @param firstMillis time of its first record
   * @param quietMillis how long it would have stayed open for that one
   */
  boolean holds(long firstMillis, long deadlineMillis, long quietMillis) {
    return (!older || firstMillis >= fromMillis + quietMillis) && deadlineMillis <= seenUntilMillis;
  }
}
