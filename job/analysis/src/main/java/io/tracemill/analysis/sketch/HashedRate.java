package io.tracemill.analysis.sketch;

/**
 * Picks a limited number of things a second by their hashes. When a second has more, half as many
 * hashes are picked from the next one on; with less than half the limit, twice as many.
 */
public final class HashedRate {
  private static final int MAX_HALVINGS = 40;

  private final int perSecond;
  private long second = Long.MIN_VALUE;
  private int halvings;
  private int wanted;

  /**
   * @param perSecond the most things of a second
   */
  public HashedRate(int perSecond) {
    this.perSecond = perSecond;
  }

  /**
   * Whether a thing is picked. A thing of an earlier second counts in the present one.
   *
   * @param hash pseudo-random
   */
  public boolean picks(long hash, long timeMillis) {
    long now = Math.floorDiv(timeMillis, 1_000);
    if (now > second) {
      begin(now);
    }
    boolean isWanted = Long.numberOfLeadingZeros(hash) >= halvings;
    wanted += isWanted ? 1 : 0;
    return isWanted && wanted <= perSecond;
  }

  private void begin(long next) {
    if (wanted > perSecond) {
      halvings = Math.min(MAX_HALVINGS, halvings + 1);
    } else if (2 * wanted < perSecond) {
      halvings = Math.max(0, halvings - 1);
    }
    second = next;
    wanted = 0;
  }

  /** The latest second, since the epoch. */
  public long second() {
    return second;
  }
}
