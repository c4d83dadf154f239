package io.tracemill.pipeline.alertmanager;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The newest version of each alert to post; a firing alert is posted again and again.
 *
 * <p>An alert opens only if its pane is recent. An open alert takes every newer version, however
 * late the job is: Alertmanager knows the alert and must learn of its end. A restart forgets an
 * alert whose latest pane is not recent.
 */
final class OpenAlerts {
  /** The interval at which a firing alert is posted. */
  static final long REPEAT_MILLIS = 60_000;

  /** As many as Prometheus posts at once. */
  static final int MAX_BATCH = 256;

  /** The outcome for an alert. */
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

  /** Adds the alert of an incident after a pane. */
  Offered offer(Alert alert, long nowMillis) {
    Optional<Alert> open = openOf(alert.incident());
    if (open.isEmpty() && alert.endMillis() < nowMillis - maxAgeMillis) {
      return Offered.STALE;
    }
    Alert named = open.map(alert::continuing).orElse(alert);
    if (alerts.size() >= capacity && !alerts.containsKey(named.labels())) {
      return Offered.NO_ROOM;
    }
    // When a ticket becomes a page, the ticket's alert ends.
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

  /** The next batch to post, longest due first; empty if nothing is due. */
  List<Alert> due(long nowMillis) {
    return alerts.values().stream()
        .filter(open -> open.dueMillis() <= nowMillis)
        .sorted(Comparator.comparingLong(OpenAlert::dueMillis))
        .limit(MAX_BATCH)
        .map(OpenAlert::alert)
        .toList();
  }

  /** The number of alerts that are due now. */
  long pending(long nowMillis) {
    return alerts.values().stream().filter(open -> open.dueMillis() <= nowMillis).count();
  }

  /**
   * Drops ends that could not be posted before Alertmanager resolved the alerts by itself.
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

  /**
   * Reports that Alertmanager accepted {@code alert}: it is due again later, or done if it has
   * ended.
   */
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

  /** All open alerts, for a checkpoint. */
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
