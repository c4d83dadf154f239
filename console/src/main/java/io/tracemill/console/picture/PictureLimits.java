package io.tracemill.console.picture;

/**
 * How much a picture keeps. The defaults take at most about 1 GB of heap.
 *
 * @param endpoints number of endpoints; beyond it, those without requests for longest are dropped
 * @param points windows of each endpoint's past
 * @param profileCharacters size of the newest profiles together
 * @param shelfCharacters size of the records of each other stream together
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
  /** The limits of a console that runs for weeks. */
  public static final PictureLimits LIVE =
      new PictureLimits(5_000, 720, 200_000_000, 50_000_000, 500, 3_600_000);

  /** The limits of a report: it shows endpoints whenever they had requests. */
  public static final PictureLimits REPORT =
      new PictureLimits(5_000, 1_440, 400_000_000, 50_000_000, 500, Long.MAX_VALUE);
}
