package io.tracemill.pipeline.count;

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
 * The values gathered by pane and endpoint until they are emitted. A pane admits its first
 * endpoints, up to a limit. They stay admitted even if it is emitted several times before it is
 * over.
 */
public final class Panes<T> {
  private final long paneMillis;
  private final int maxEndpoints;
  private final Supplier<T> empty;
  private final ToLongFunction<T> weigh;
  private final TreeMap<Long, Map<Frame, T>> gathered = new TreeMap<>();
  private final TreeMap<Long, Set<Frame>> admitted = new TreeMap<>();
  private long weight;

  /**
   * @param maxEndpoints the most endpoints of a pane
   * @param empty makes an empty value
   * @param weigh the bytes of a value
   */
  public Panes(long paneMillis, int maxEndpoints, Supplier<T> empty, ToLongFunction<T> weigh) {
    this.paneMillis = paneMillis;
    this.maxEndpoints = maxEndpoints;
    this.empty = empty;
    this.weigh = weigh;
  }

  /** Panes are aligned to the epoch. */
  private long startOf(long timeMillis) {
    return Math.floorDiv(timeMillis, paneMillis) * paneMillis;
  }

  /** Whether the pane of this time admits the endpoint. */
  public boolean admits(Frame endpoint, long timeMillis) {
    Set<Frame> names = admitted.computeIfAbsent(startOf(timeMillis), start -> new HashSet<>());
    if (names.size() < maxEndpoints) {
      names.add(endpoint);
    }
    return names.contains(endpoint);
  }

  /** Updates the endpoint's value in the pane of this time. */
  public void update(Frame endpoint, long timeMillis, Consumer<T> change) {
    Map<Frame, T> pane = gathered.computeIfAbsent(startOf(timeMillis), start -> new HashMap<>());
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

  /** The bytes of all values. */
  public long weight() {
    return weight;
  }

  /** Receives a gathered value. */
  @FunctionalInterface
  public interface Taker<T> {
    void take(Frame endpoint, long paneMillis, T gathered);
  }

  /** Emits the values of panes that end at or before {@code millis}. */
  public void drain(long millis, Taker<T> taker) {
    while (!gathered.isEmpty() && gathered.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, Map<Frame, T>> pane = gathered.pollFirstEntry();
      pane.getValue()
          .forEach(
              (endpoint, one) -> {
                weight -= weigh.applyAsLong(one);
                taker.take(endpoint, pane.getKey(), one);
              });
    }
  }

  /** Forgets the panes that end at or before {@code millis}; they receive nothing more. */
  public void forget(long millis) {
    admitted.headMap(millis - paneMillis, true).clear();
  }
}
