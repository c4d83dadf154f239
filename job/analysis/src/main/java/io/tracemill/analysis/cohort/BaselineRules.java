package io.tracemill.analysis.cohort;

import java.io.Serializable;

/**
 * What becomes part of an endpoint's baseline (semantics 8). A slide has a pane, and a baseline is
 * made of blocks as long as a window, which begin at multiples of it.
 *
 * @param windowMillis a whole multiple of the slide
 * @param maxBlocks as many windows of traffic are looked back at
 * @param minMillis of traffic that there has to be before anything is compared with it
 * @param acceptMillis after which what differs is the new normal
 */
public record BaselineRules(
    long windowMillis, long slideMillis, int maxBlocks, long minMillis, long acceptMillis)
    implements Serializable {
  private static final long serialVersionUID = 1;

  public BaselineRules {
    if (slideMillis <= 0 || windowMillis < slideMillis || windowMillis % slideMillis != 0) {
      throw new IllegalArgumentException(
          "window of %d ms, slide of %d ms".formatted(windowMillis, slideMillis));
    }
  }

  /** Panes of an endpoint that are kept: those of two windows, and the one that fills. */
  public long maxPanes() {
    return 2 * slidesPerWindow() + 1;
  }

  /**
   * Slides of which an endpoint's requests are kept, in panes or in blocks. A block takes no more
   * than the panes that it is made of, and one more block than are looked back at is being filled,
   * of what is known to be normal and of what may become so.
   */
  public long maxSlides() {
    return maxPanes() + 2 * (maxBlocks + 1L) * slidesPerWindow();
  }

  private long slidesPerWindow() {
    return windowMillis / slideMillis;
  }

  /** How long an endpoint without traffic is remembered. */
  public long memoryMillis() {
    return windowMillis * (maxBlocks + 1L);
  }
}
