package io.tracemill.analysis.request;

import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides which endpoints count by coarse categories: those that had too many categories in the
 * pane before (semantics 6). Hits and misses in a wide fan-out would else make thousands. An
 * endpoint counts by fine categories again when a pane has at most half as many as allowed.
 */
public final class CategoryGrain {
  private final int maxCategories;
  private final long paneMillis;
  private long pane = Long.MIN_VALUE;

  /** By endpoint, the fine categories of the current pane; one more than allowed at most. */
  private final Map<Frame, Set<CallTreeSignature>> seen = new HashMap<>();

  private final Set<Frame> coarse = new HashSet<>();

  /**
   * @param maxCategories the most categories of an endpoint in a pane
   */
  public CategoryGrain(int maxCategories, long paneMillis) {
    this.maxCategories = maxCategories;
    this.paneMillis = paneMillis;
  }

  /** A grain that is always fine. */
  public static CategoryGrain fine() {
    return new CategoryGrain(Integer.MAX_VALUE - 1, Long.MAX_VALUE);
  }

  /** The category of a request of this shape at this time. */
  CallTreeSignature category(Frame endpoint, RequestShape shape, long timeMillis) {
    if (Math.floorDiv(timeMillis, paneMillis) > pane) {
      begin(Math.floorDiv(timeMillis, paneMillis));
    }
    Set<CallTreeSignature> categories = seen.computeIfAbsent(endpoint, added -> new HashSet<>());
    if (categories.size() <= maxCategories) {
      categories.add(shape.category());
    }
    return coarse.contains(endpoint) ? shape.coarseCategory() : shape.category();
  }

  private void begin(long next) {
    coarse.removeIf(endpoint -> seen.getOrDefault(endpoint, Set.of()).size() <= maxCategories / 2);
    seen.forEach(
        (endpoint, categories) -> {
          if (categories.size() > maxCategories) {
            coarse.add(endpoint);
          }
        });
    seen.clear();
    pane = next;
  }
}
