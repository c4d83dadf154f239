package io.tracemill.pipeline.alertmanager;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What Alertmanager has to be told, and told again while it fires: the newest of each alert.
 *
 * <p>An alert opens only if its pane is fresh. Once it is open, every newer one counts, however
 * late the job is by then: Alertmanager knows of it and has to hear of its end. A restart forgets
 * one whose latest pane is not fresh.
 */
final class OpenAlerts {
  /** How often Alertmanager hears of an alert that fires. */
  static final long REPEAT_MILLIS = 60_000;

  /** As many as Prometheus posts at once. */
  static final int MAX_BATCH = 256;

  /** What became of an alert. */
  enum Offered {
    TAKEN,
    /** Its pane is too old, as in a catch-up. */
    STALE,
    /** Too many alerts are open. */
    NO_ROOM
  }

  private final Map<SortedMap<String, String>, OpenAlert> alerts = new LinkedHashMap<>();
  private final long maxAgeMillis;
  private final long validMillis;
  private final int capacity;

  OpenAlerts(AlertmanagerSettings settings, int capacity) {
    this.maxAgeMillis = settings.maxAgeMillis();
    this.validMillis = settings.validMillis();
    this.capacity = capacity;
  }

  /** Takes in what a pane says of an incident. */
  Offered offer(Alert alert, long nowMillis) {
    Optional<Alert> open = openOf(alert.incident());
    if (open.isEmpty() && alert.endMillis() < nowMillis - maxAgeMillis) {
      return Offered.STALE;
    }
    Alert named = open.map(alert::continuing).orElse(alert);
    if (alerts.size() >= capacity && !alerts.containsKey(named.labels())) {
      return Offered.NO_ROOM;
    }
    // A ticket that becomes a page is over as a ticket.
    open.filter(known -> !known.labels().equals(named.labels()))
        .ifPresent(known -> put(known.ended(alert.endMillis()), nowMillis));
    put(named, nowMillis);
    return Offered.TAKEN;
  }

  private Optional<Alert> openOf(String incident) {
    return alerts.values().stream()
        .map(OpenAlert::alert)
        .filter(alert -> alert.firing() && alert.incident().equals(incident))
        .findFirst();
  }

  private void put(Alert alert, long dueMillis) {
    alerts.put(alert.labels(), new OpenAlert(alert, dueMillis));
  }

  /** What to post now in one batch, longest due first; empty if nothing is due. */
  List<Alert> due(long nowMillis) {
    return alerts.values().stream()
        .filter(open -> open.dueMillis() <= nowMillis)
        .sorted(Comparator.comparingLong(OpenAlert::dueMillis))
        .limit(MAX_BATCH)
        .map(OpenAlert::alert)
        .toList();
  }

  /** How many alerts are to be posted now. */
  long pending(long nowMillis) {
    return alerts.values().stream().filter(open -> open.dueMillis() <= nowMillis).count();
  }

  /**
   * Drops ends that could not be posted until Alertmanager has found out by itself.
   *
   * @return how many
   */
  int dropExpired(long nowMillis) {
    int before = alerts.size();
    alerts
        .values()
        .removeIf(open -> !open.alert().firing() && open.dueMillis() + validMillis < nowMillis);
    return before - alerts.size();
  }

  /** Alertmanager has answered: {@code alert} is due again later, and its end is settled. */
  void answered(Alert alert, long nowMillis) {
    OpenAlert open = alerts.get(alert.labels());
    if (open == null || !open.alert().equals(alert)) {
      return;
    }
    if (alert.firing()) {
      put(alert, nowMillis + REPEAT_MILLIS);
    } else {
      alerts.remove(alert.labels());
    }
  }

  /** Everything, for a checkpoint. */
  List<OpenAlert> snapshot() {
    return List.copyOf(alerts.values());
  }

  /**
   * Restores the alerts of a checkpoint, to post at once. A stale alert opens again only with a
   * newer record: it may have ended long ago.
   */
  void restore(Iterable<OpenAlert> snapshot, long nowMillis) {
    for (OpenAlert open : snapshot) {
      if (open.alert().endMillis() >= nowMillis - maxAgeMillis) {
        put(open.alert(), nowMillis);
      }
    }
  }
}
