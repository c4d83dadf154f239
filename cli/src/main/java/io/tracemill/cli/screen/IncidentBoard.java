package io.tracemill.cli.screen;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The incidents that are worth a look: those that fire, those that should but of which the job
 * knows nothing any more, as after a start without its state, and those resolved a short while ago.
 * Time is that of the records.
 *
 * <p>An incident that goes on is written again once a window, changed or not. The job's accounts
 * can say sooner that no alert fires.
 */
final class IncidentBoard {
  /** How many it holds; of more, those that are the longest past are left out. */
  static final int MAX = 1_000;

  private static final long RESOLVED_SHOWN_MILLIS = Duration.ofMinutes(10).toMillis();
  private static final long STALE_SHOWN_MILLIS = Duration.ofHours(1).toMillis();

  /** One may be late, or have been lost. */
  private static final long WINDOWS_WITHOUT_WORD = 3;

  private static final Comparator<IncidentSummary> NEWEST_FIRST =
      comparingLong(IncidentSummary::endMillis).reversed().thenComparing(IncidentSummary::id);

  private final Map<String, IncidentSummary> byId = new HashMap<>();
  private final List<IncidentSummary> changes = new ArrayList<>();
  private long nowMillis;
  private long nothingFiredMillis;

  /** The results are as of then, at least. */
  void advanceTo(long millis) {
    nowMillis = Math.max(nowMillis, millis);
    byId.values().removeIf(this::isForgotten);
  }

  /** The job says that no alert fired then. */
  void nothingFires(long millis) {
    nothingFiredMillis = Math.max(nothingFiredMillis, millis);
    advanceTo(millis);
  }

  /**
   * Takes in the newest record of an incident.
   *
   * @param wanted whether it is one to be shown; once shown it is followed to its end, whatever
   *     becomes of it, so that nobody waits for an end that is not told
   */
  void accept(IncidentSummary incident, boolean wanted) {
    advanceTo(incident.endMillis());
    IncidentSummary old = byId.get(incident.id());
    boolean superseded = old != null && old.endMillis() > incident.endMillis();
    if (superseded || (old == null && !wanted) || isForgotten(incident)) {
      return;
    }
    byId.put(incident.id(), incident);
    if (isChange(old, incident)) {
      changes.add(incident);
    }
    keepNewest();
  }

  /** One that is first heard of when it is over needs nobody. */
  private static boolean isChange(@Nullable IncidentSummary old, IncidentSummary incident) {
    return old == null ? incident.firing() : !old.label().equals(incident.label());
  }

  private boolean isForgotten(IncidentSummary incident) {
    long age = nowMillis - incident.endMillis();
    return incident.firing()
        ? isStale(incident) && age > STALE_SHOWN_MILLIS
        : age > RESOLVED_SHOWN_MILLIS;
  }

  private boolean isStale(IncidentSummary incident) {
    return incident.firing()
        && (nothingFiredMillis > incident.endMillis() + incident.windowMillis()
            || nowMillis - incident.endMillis() > WINDOWS_WITHOUT_WORD * incident.windowMillis());
  }

  private void keepNewest() {
    if (byId.size() > MAX) {
      List<IncidentSummary> sorted = new ArrayList<>(byId.values());
      sorted.sort(comparing(IncidentSummary::firing).reversed().thenComparing(NEWEST_FIRST));
      byId.remove(sorted.get(MAX).id());
    }
  }

  /** As of when the results are. */
  long nowMillis() {
    return nowMillis;
  }

  boolean isEmpty() {
    return byId.isEmpty();
  }

  /** Those that need somebody, the most urgent first, then by rank. */
  List<IncidentSummary> firing() {
    return sorted(
        incident -> incident.firing() && !isStale(incident),
        comparing(IncidentSummary::page).reversed().thenComparingInt(IncidentSummary::rank));
  }

  /** The endpoints of those that fire, each once, the most urgent incident's first. */
  List<String> endpoints() {
    return firing().stream().flatMap(incident -> incident.endpoints().stream()).distinct().toList();
  }

  /** Those that should be firing, but of which the job says nothing any more. */
  List<IncidentSummary> stale() {
    return sorted(this::isStale, NEWEST_FIRST);
  }

  /** Those that are over, the last one first. */
  List<IncidentSummary> resolved() {
    return sorted(incident -> !incident.firing(), NEWEST_FIRST);
  }

  private List<IncidentSummary> sorted(
      Predicate<IncidentSummary> which, Comparator<IncidentSummary> order) {
    return byId.values().stream()
        .filter(which)
        .sorted(order.thenComparing(IncidentSummary::id))
        .toList();
  }

  /** Those that began to fire, changed their urgency or were resolved since it was asked last. */
  List<IncidentSummary> takeChanges() {
    List<IncidentSummary> taken = List.copyOf(changes);
    changes.clear();
    return taken;
  }
}
