package io.tracemill.analysis.quality;

import io.tracemill.analysis.span.Frame;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Counts by pane and scope until they are taken out.
 *
 * <p>A pane holds at most {@link #MAX_SCOPES} scopes of each kind. Further names count together as
 * {@code (other)}, so totals stay exact for any names.
 */
public final class QualityLedger {
  /** The most scopes of each kind in a pane, without {@code (other)}. */
  public static final int MAX_SCOPES = 2000;

  private static final String OTHER = "(other)";

  /** The start of no pane. */
  private static final long NONE = Long.MIN_VALUE;

  private static final QualityScope JOB = new QualityScope.Job();

  private final long paneMillis;
  private final TreeMap<Long, Pane> panes = new TreeMap<>();

  /** The pane of the last call; the next call is mostly for the same pane. */
  private Pane latest = new Pane();

  private long latestMillis = NONE;

  private static final class Pane {
    private final Map<QualityScope, QualityCounts> scopes = new HashMap<>();
    private final int[] admitted = new int[QualityScope.Kind.values().length];

    QualityCounts counts(QualityScope scope) {
      QualityCounts known = scopes.get(scope);
      if (known != null) {
        return known;
      }
      if (admitted[scope.kind().ordinal()] < MAX_SCOPES) {
        admitted[scope.kind().ordinal()]++;
        return scopes.computeIfAbsent(scope, added -> new QualityCounts());
      }
      return scopes.computeIfAbsent(other(scope), added -> new QualityCounts());
    }
  }

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
    return pane(timeMillis).counts(scope);
  }

  private Pane pane(long timeMillis) {
    long startMillis = Math.floorDiv(timeMillis, paneMillis) * paneMillis;
    if (startMillis != latestMillis) {
      latest = panes.computeIfAbsent(startMillis, start -> new Pane());
      latestMillis = startMillis;
    }
    return latest;
  }

  private static QualityScope other(QualityScope scope) {
    return switch (scope.kind()) {
      case JOB -> scope;
      case SERVICE -> new QualityScope.Service(OTHER);
      case ENDPOINT -> new QualityScope.Endpoint(Frame.of(OTHER, OTHER));
    };
  }

  /** Returns and removes the counts of panes that end at or before {@code millis}. */
  public void drain(long millis, Consumer<QualityDelta> out) {
    latestMillis = NONE;
    while (!panes.isEmpty() && panes.firstKey() <= millis - paneMillis) {
      Map.Entry<Long, Pane> pane = panes.pollFirstEntry();
      pane.getValue()
          .scopes
          .forEach((scope, counts) -> out.accept(new QualityDelta(pane.getKey(), scope, counts)));
    }
  }
}
