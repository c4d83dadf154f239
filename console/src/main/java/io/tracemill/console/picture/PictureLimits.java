package io.tracemill.console.picture;

/**
 * How much a picture keeps. A past window takes about 100 bytes, a character one or two.
 *
 * @param endpoints number of endpoints; beyond it, those without requests for longest are dropped
 * @param points windows of each endpoint's past
 * @param profileCharacters size of the newest profiles together
 * @param shelfCharacters size of the records of each of the ten other streams together
 * @param incidents number of incidents
 * @param forgetMillis an endpoint is dropped when its newest window is older than this, by the time
 *     of the newest of all
 */
public record PictureLimits(
    int endpoints,
    int points,
    long profileCharacters,
    long shelfCharacters,
    int incidents,
    long forgetMillis) {
  /** The limits of a console that runs for weeks: at most about 380 MB of heap. */
  public static final PictureLimits LIVE =
      new PictureLimits(2_000, 720, 80_000_000, 15_000_000, 500, 3_600_000);

  /**
   * The limits of a report, which shows endpoints whenever they had requests: at most about 700 MB
   * of heap.
   */
  public static final PictureLimits REPORT =
      new PictureLimits(2_000, 1_440, 200_000_000, 20_000_000, 500, Long.MAX_VALUE);
}
