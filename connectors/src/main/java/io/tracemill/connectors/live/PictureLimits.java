package io.tracemill.connectors.live;

/**
 * How much a picture keeps. A past window takes about 100 bytes, a character one or two bytes.
 *
 * @param endpoints number of endpoints; beyond it, the one with the oldest newest window is dropped
 * @param points number of windows of each endpoint
 * @param profileCharacters total size of the newest profiles
 * @param shelfCharacters total size of the records of a stream, for each of the ten other streams
 * @param incidents number of incidents
 * @param forgetMillis an endpoint is dropped when its newest window is this much older than the
 *     newest window of all
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

  /** The limits of a screen, which shows the newest windows only. */
  public static final PictureLimits SCREEN =
      new PictureLimits(2_000, 1, 80_000_000, 15_000_000, 1_000, 3_600_000);

  /**
   * The limits of a report, which never drops an endpoint for its age: at most about 700 MB of
   * heap.
   */
  public static final PictureLimits REPORT =
      new PictureLimits(2_000, 1_440, 200_000_000, 20_000_000, 500, Long.MAX_VALUE);
}
