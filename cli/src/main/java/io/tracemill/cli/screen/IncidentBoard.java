package io.tracemill.cli.screen;

import static java.util.Comparator.comparing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The newest record of each incident of the last hour, by the time of the records. An incident is
 * stale if its last record fires but the job no longer reports it, for example after a start
 * without state.
 */
final class IncidentBoard {
  /**
   * The maximum number of incidents. Beyond it, resolved incidents are dropped first, then the
   * oldest.
   */
  static final int MAX = 1_000;

  private static final long KEPT_MILLIS = Duration.ofHours(1).toMillis();
  private static final long RESOLVED_SHOWN_MILLIS = Duration.ofMinutes(10).toMillis();

  /** The job writes a continuing incident again more often than this. */
  private static final long SILENCE_MILLIS = Duration.ofMinutes(15).toMillis();

  /** The end of an incident may arrive after the record that says that nothing fires. */
  private static final long ACCOUNT_LEAD_MILLIS = Duration.ofMinutes(1).toMillis();

  private static final String STALE = "stale";
  private static final List<String> LABELS =
      List.of("PAGE", "ticket", "notice", STALE, IncidentSummary.RESOLVED);

  private final Map<String, IncidentSummary> byId = new HashMap<>();
  private final List<IncidentSummary> changes = new ArrayList<>();
  private long nowMillis;
  private long nothingFiredMillis;

  /** Advances the time of the results to at least {@code millis}. */
  void advanceTo(long millis) {
    nowMillis = Math.max(nowMillis, millis);
    byId.values().removeIf(this::isForgotten);
  }

  /** The time of the results. */
  long nowMillis() {
    return nowMillis;
  }

  /** The job reported that no incident fired at this time. */
  void nothingFires(long millis) {
    nothingFiredMillis = Math.max(nothingFiredMillis, millis);
    advanceTo(millis);
  }

  /**
   * Takes in a record of an incident. A newer one replaces an older one.
   *
   * @param wanted whether to show the incident; once shown, it is followed to its end
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
    if (byId.size() > MAX) {
      byId.values().stream()
          .min(comparing(IncidentSummary::firing).thenComparing(IncidentSummary::judgedMillis))
          .ifPresent(least -> byId.remove(least.id()));
    }
  }

  /** An incident whose first record says that it is over is not news. */
  private static boolean isChange(@Nullable IncidentSummary old, IncidentSummary incident) {
    return old == null ? incident.firing() : !old.label().equals(incident.label());
  }

  private boolean isForgotten(IncidentSummary incident) {
    return nowMillis - incident.judgedMillis() > KEPT_MILLIS;
  }

  /** {@code PAGE}, {@code ticket}, {@code notice}, {@code stale}, {@code resolved}, or nothing. */
  String label(IncidentSummary incident) {
    if (isFiring(incident)) {
      return incident.label();
    }
    boolean shown =
        incident.firing() || nowMillis - incident.judgedMillis() <= RESOLVED_SHOWN_MILLIS;
    return !shown || !incident.isAlert() ? "" : incident.firing() ? STALE : incident.label();
  }

  private boolean isStale(IncidentSummary incident) {
    return nothingFiredMillis > incident.judgedMillis() + ACCOUNT_LEAD_MILLIS
        || nowMillis - incident.judgedMillis() > SILENCE_MILLIS;
  }

  /** The incidents to show: firing ones by urgency and rank, then the others, newest first. */
  List<IncidentSummary> shown() {
    return byId.values().stream()
        .filter(incident -> !label(incident).isEmpty())
        .sorted(
            comparing((IncidentSummary each) -> LABELS.indexOf(label(each)))
                .thenComparing(each -> isFiring(each) ? each.rank() : -each.judgedMillis())
                .thenComparing(IncidentSummary::id))
        .toList();
  }

  private boolean isFiring(IncidentSummary incident) {
    return incident.firing() && !isStale(incident);
  }

  /** The number of incidents shown with this label. */
  long count(String... labels) {
    return shown().stream().filter(each -> List.of(labels).contains(label(each))).count();
  }

  /** The endpoints of firing alerts, each once, those of the most urgent incident first. */
  List<String> endpoints() {
    return shown().stream()
        .filter(incident -> isFiring(incident) && incident.isAlert())
        .flatMap(incident -> incident.endpoints().stream())
        .distinct()
        .toList();
  }

  /** The incidents that started to fire, changed urgency or were resolved since the last call. */
  List<IncidentSummary> takeChanges() {
    List<IncidentSummary> taken = List.copyOf(changes);
    changes.clear();
    return taken;
  }
}
