package io.tracemill.analysis.sketch;

/**
 * Picks at most so many things a second by their hashes, each whole second alike. When a second has
 * more, half as many hashes are picked from the next one on.
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
   * @param hash pseudo-random; things of one hash are picked together
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
