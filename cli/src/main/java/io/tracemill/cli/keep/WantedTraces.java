package io.tracemill.cli.keep;

import io.tracemill.analysis.span.TraceId;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/** The traces whose spans are wanted, at most so many: the oldest decision is forgotten first. */
final class WantedTraces {
  private enum Fate {
    AHEAD,
    WRITTEN,
    DROPPED
  }

  /**
   * A wanted trace.
   *
   * @param atMillis when this was decided last, milliseconds since the epoch
   * @param asked whether it counts as asked for
   */
  private record Wanted(long atMillis, boolean asked, Fate fate) {}

  private final int most;
  private final MinuteBudget budget;
  private final KeepTotals totals;
  private final Map<TraceId, Wanted> byId = new LinkedHashMap<>();

  /** No traces yet; it counts what becomes of them. */
  WantedTraces(int most, long bytesPerSecond, KeepTotals totals) {
    this.most = most;
    this.budget = new MinuteBudget(bytesPerSecond);
    this.totals = totals;
  }

  /**
   * Wants a trace, or wants it for longer.
   *
   * @param isNew whether no earlier run can have written it; else it counts only when it is found
   */
  void add(TraceId id, long atMillis, boolean isNew) {
    Wanted known = byId.remove(id);
    boolean counted = known != null && known.asked;
    totals.asked += isNew && !counted ? 1 : 0;
    byId.put(
        id,
        known == null
            ? new Wanted(atMillis, isNew, Fate.AHEAD)
            : new Wanted(Math.max(atMillis, known.atMillis), counted || isNew, known.fate));
    if (byId.size() > most) {
      Iterator<Wanted> oldest = byId.values().iterator();
      totals.forgotten += isAhead(oldest.next()) ? 1 : 0;
      oldest.remove();
    }
  }

  boolean contains(TraceId id) {
    return byId.containsKey(id);
  }

  /**
   * Whether to write spans of a trace, which takes their bytes from the budget. The first spans of
   * a trace decide for all.
   *
   * @param millis the time of the spans' record, milliseconds since the epoch
   */
  boolean admits(TraceId id, long millis, int bytes) {
    Wanted wanted = byId.get(id);
    if (wanted == null) {
      return false;
    }
    Fate fate = wanted.fate == Fate.AHEAD ? find(id, wanted, millis) : wanted.fate;
    if (fate == Fate.WRITTEN) {
      budget.spend(millis, bytes);
    }
    return fate == Fate.WRITTEN;
  }

  private Fate find(TraceId id, Wanted wanted, long millis) {
    boolean room = budget.hasRoom(millis);
    Fate fate = room ? Fate.WRITTEN : Fate.DROPPED;
    byId.put(id, new Wanted(wanted.atMillis, true, fate));
    totals.asked += wanted.asked ? 0 : 1;
    totals.found++;
    totals.written += room ? 1 : 0;
    totals.overBudget += room ? 0 : 1;
    return fate;
  }

  /**
   * Forgets what was decided before this time, milliseconds since the epoch: its spans have passed.
   */
  void forgetBefore(long millis) {
    Iterator<Wanted> oldest = byId.values().iterator();
    while (oldest.hasNext()) {
      Wanted wanted = oldest.next();
      if (wanted.atMillis >= millis) {
        return;
      }
      totals.missing += isAhead(wanted) ? 1 : 0;
      oldest.remove();
    }
  }

  private static boolean isAhead(Wanted wanted) {
    return wanted.asked && wanted.fate == Fate.AHEAD;
  }
}
