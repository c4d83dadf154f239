package io.tracemill.analysis.quality;

import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts by pane and scope until somebody takes them away.
 *
 * <p>A pane holds at most {@link #MAX_SCOPES} scopes; the names beyond are counted together as
 * {@code (other)}, so that totals stay exact whatever names the senders choose.
 */
public final class QualityLedger {
  /** Scopes of a pane, the overflow of each kind apart. */
  public static final int MAX_SCOPES = 2000;

  private static final String OTHER = "(other)";

  /** The start of no pane. */
  private static final long NONE = Long.MIN_VALUE;

  private static final QualityScope JOB = new QualityScope.Job();

  private final long paneMillis;
  private final TreeMap<Long, Map<QualityScope, QualityCounts>> panes = new TreeMap<>();

  /** The pane that was asked for last, as mostly the next is the same. */
  private Map<QualityScope, QualityCounts> latest = Map.of();

  private long latestMillis = NONE;

  /** A ledger with panes of this length, aligned to the epoch. */
  public QualityLedger(long paneMillis) {
    this.paneMillis = paneMillis;
  }

  /** The counts of the whole job in the pane of {@code timeMillis}, to be added to. */
  public QualityCounts job(long timeMillis) {
    return counts(timeMillis, JOB);
  }

  /** The counts of {@code scope} in the pane of {@code timeMillis}, to be added to. */
  public QualityCounts counts(long timeMillis, QualityScope scope) {
    Map<QualityScope, QualityCounts> pane = pane(timeMillis);
    QualityCounts known = pane.get(scope);
    if (known != null) {
      return known;
    }
    QualityScope admitted = pane.size() < MAX_SCOPES ? scope : other(scope);
    return pane.computeIfAbsent(admitted, added -> new QualityCounts());
  }

  private Map<QualityScope, QualityCounts> pane(long timeMillis) {
    long startMillis = Math.floorDiv(timeMillis, paneMillis) * paneMillis;
    if (startMillis != latestMillis) {
      latest = panes.computeIfAbsent(startMillis, start -> new HashMap<>());
      latestMillis = startMillis;
    }
    return latest;
  }

  private static QualityScope other(QualityScope scope) {
    return switch (scope.kind()) {
      case JOB -> scope;
      case SERVICE -> new QualityScope.Service(OTHER);
      case ENDPOINT -> new QualityScope.Endpoint(Frame.of(OTHER, OTHER));
      case HOST_PAIR -> new QualityScope.HostPair(OTHER, OTHER);
    };
  }

  /** Hands out and forgets what was counted in panes that end at or before {@code millis}. */
  public void drain(long millis, Consumer<QualityDelta> out) {
    latestMillis = NONE;
    while (!panes.isEmpty() && panes.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, Map<QualityScope, QualityCounts>> pane = panes.pollFirstEntry();
      pane.getValue()
          .forEach((scope, counts) -> out.accept(new QualityDelta(pane.getKey(), scope, counts)));
    }
  }
}
