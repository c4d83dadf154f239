package io.tracemill.pipeline.aggregate;

import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * What is gathered by pane and endpoint until it is handed on. A pane admits its first endpoints,
 * up to a limit; they stay admitted however often it is handed on before the pane is over.
 */
public final class Panes<T> {
  private final PaneGrid grid;
  private final int maxEndpoints;
  private final Supplier<T> empty;
  private final ToLongFunction<T> weigh;
  private final TreeMap<Long, Map<Frame, T>> gathered = new TreeMap<>();
  private final TreeMap<Long, Set<Frame>> admitted = new TreeMap<>();
  private long weight;

  /**
   * @param maxEndpoints of a pane
   * @param empty makes one that has gathered nothing
   * @param weigh how many bytes one takes
   */
  public Panes(PaneGrid grid, int maxEndpoints, Supplier<T> empty, ToLongFunction<T> weigh) {
    this.grid = grid;
    this.maxEndpoints = maxEndpoints;
    this.empty = empty;
    this.weigh = weigh;
  }

  /** Whether the endpoint is one of the first of the pane of this time. */
  public boolean admits(Frame endpoint, long timeMillis) {
    Set<Frame> names = admitted.computeIfAbsent(grid.startOf(timeMillis), start -> new HashSet<>());
    if (names.size() < maxEndpoints) {
      names.add(endpoint);
    }
    return names.contains(endpoint);
  }

  /** Changes what was gathered of the endpoint in the pane of this time. */
  public void update(Frame endpoint, long timeMillis, Consumer<T> change) {
    Map<Frame, T> pane =
        gathered.computeIfAbsent(grid.startOf(timeMillis), start -> new HashMap<>());
    T one = pane.get(endpoint);
    if (one == null) {
      one = empty.get();
      pane.put(endpoint, one);
    } else {
      weight -= weigh.applyAsLong(one);
    }
    change.accept(one);
    weight += weigh.applyAsLong(one);
  }

  /** Bytes that all of it takes. */
  public long weight() {
    return weight;
  }

  /** Takes what was gathered. */
  @FunctionalInterface
  public interface Taker<T> {
    void take(Frame endpoint, long paneMillis, T gathered);
  }

  /** Hands on what was gathered in panes that end at or before {@code millis}. */
  public void drain(long millis, Taker<T> taker) {
    while (!gathered.isEmpty() && gathered.firstKey() <= millis - grid.paneMillis()) {
      Map.Entry<Long, Map<Frame, T>> pane = gathered.pollFirstEntry();
      pane.getValue()
          .forEach(
              (endpoint, one) -> {
                weight -= weigh.applyAsLong(one);
                taker.take(endpoint, pane.getKey(), one);
              });
    }
  }

  /** Nothing comes any more of panes that end at or before {@code millis}. */
  public void forget(long millis) {
    admitted.headMap(millis - grid.paneMillis(), true).clear();
  }
}
