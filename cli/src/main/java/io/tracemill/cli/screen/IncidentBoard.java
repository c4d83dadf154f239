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
 * The newest record of each incident of the last hour, by the time of the records. It tells apart
 * incidents that fire, stale ones (they should fire, but the job says nothing of them any more, as
 * after a start without its state), and those resolved a short while ago.
 */
final class IncidentBoard {
  /** How many it holds; beyond that it drops resolved ones first, then the oldest. */
  static final int MAX = 1_000;

  private static final long KEPT_MILLIS = Duration.ofHours(1).toMillis();
  private static final long RESOLVED_SHOWN_MILLIS = Duration.ofMinutes(10).toMillis();

  /** An incident that goes on is written again more often than this. */
  private static final long SILENCE_MILLIS = Duration.ofMinutes(15).toMillis();

  /** The end of an incident may be read later than the account that nothing fires. */
  private static final long ACCOUNT_LEAD_MILLIS = Duration.ofMinutes(1).toMillis();

  private static final Comparator<IncidentSummary> NEWEST_FIRST =
      comparingLong(IncidentSummary::judgedMillis).reversed().thenComparing(IncidentSummary::id);

  private static final Comparator<IncidentSummary> MOST_URGENT_FIRST =
      comparing(IncidentSummary::severity)
          .thenComparingInt(IncidentSummary::rank)
          .thenComparing(IncidentSummary::id);

  private final Map<String, IncidentSummary> byId = new HashMap<>();
  private final List<IncidentSummary> changes = new ArrayList<>();
  private long nowMillis;
  private long nothingFiredMillis;

  /** The results are as of then, at least. */
  void advanceTo(long millis) {
    nowMillis = Math.max(nowMillis, millis);
    byId.values().removeIf(this::isForgotten);
  }

  /** The job says that no incident fired then. */
  void nothingFires(long millis) {
    nothingFiredMillis = Math.max(nothingFiredMillis, millis);
    advanceTo(millis);
  }

  /**
   * Takes in a record of an incident. A newer one replaces an older one.
   *
   * @param wanted whether it is one to be shown; once shown it is followed to its end
   */
  void accept(IncidentSummary incident, boolean wanted) {
    advanceTo(incident.judgedMillis());
    IncidentSummary old = byId.get(incident.id());
    boolean superseded = old != null && old.judgedMillis() > incident.judgedMillis();
    if (superseded || (old == null && (!wanted || isForgotten(incident)))) {
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
    return nowMillis - incident.judgedMillis() > KEPT_MILLIS;
  }

  private boolean isFiring(IncidentSummary incident) {
    return incident.firing() && !isStale(incident);
  }

  private boolean isStale(IncidentSummary incident) {
    return incident.firing()
        && (nothingFiredMillis > incident.judgedMillis() + ACCOUNT_LEAD_MILLIS
            || nowMillis - incident.judgedMillis() > SILENCE_MILLIS);
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
    return alerts().isEmpty() && notices().isEmpty() && stale().isEmpty() && resolved().isEmpty();
  }

  /** Pages and tickets that fire, the most urgent first, then by rank. */
  List<IncidentSummary> alerts() {
    return sorted(incident -> isFiring(incident) && incident.isAlert(), MOST_URGENT_FIRST);
  }

  /** Notices that are current, by rank: calls changed, nothing is slower. */
  List<IncidentSummary> notices() {
    return sorted(incident -> isFiring(incident) && !incident.isAlert(), MOST_URGENT_FIRST);
  }

  /** The endpoints of alerts that fire, each once, the most urgent incident's first. */
  List<String> endpoints() {
    return alerts().stream().flatMap(incident -> incident.endpoints().stream()).distinct().toList();
  }

  /** Alerts that should be firing, but of which the job says nothing any more. */
  List<IncidentSummary> stale() {
    return sorted(incident -> isStale(incident) && incident.isAlert(), NEWEST_FIRST);
  }

  /** Alerts that ended in the last ten minutes, the last one first. */
  List<IncidentSummary> resolved() {
    return sorted(
        incident ->
            !incident.firing()
                && incident.isAlert()
                && nowMillis - incident.judgedMillis() <= RESOLVED_SHOWN_MILLIS,
        NEWEST_FIRST);
  }

  private List<IncidentSummary> sorted(
      Predicate<IncidentSummary> which, Comparator<IncidentSummary> order) {
    return byId.values().stream().filter(which).sorted(order).toList();
  }

  /** Those that began to fire, changed their urgency or were resolved since it was asked last. */
  List<IncidentSummary> takeChanges() {
    List<IncidentSummary> taken = List.copyOf(changes);
    changes.clear();
    return taken;
  }
}
