package io.tracemill.pipeline.alertmanager;

import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.pipeline.alertmanager.OutboxEntry.Stage;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What Alertmanager has to be told, and told again while it fires: the newest of each alert. It
 * holds the open alerts and those whose end is not posted yet. Safe for several threads, none of
 * which ever waits for another's input or output.
 *
 * <p>Where it is full a page takes the place of a ticket. Of that one nothing more is posted:
 * Alertmanager, if it knows of it, takes it for over after a while.
 *
 * <p>A record opens an alert only if its window is fresh. Once an alert is open, every newer record
 * counts, however late the job is by then: Alertmanager knows of it and has to hear of its end.
 */
final class Outbox {
  /** Alertmanager expects to hear of what goes on about this often. */
  static final long REPEAT_MILLIS = 60_000;

  /** What became of a record. */
  enum Offered {
    TAKEN,
    /** It pages, and a ticket had to go. */
    DISPLACING,
    /** Its window is too old, as in a catch-up. */
    STALE,
    /** There are too many alerts. */
    NO_ROOM
  }

  private final Map<AlertIdentity, OutboxEntry> entries = new LinkedHashMap<>();
  private final long maxAgeMillis;
  private final long validMillis;
  private final int capacity;

  Outbox(AlertmanagerSettings settings, int capacity) {
    this.maxAgeMillis = settings.maxAgeMillis();
    this.validMillis = settings.validMillis();
    this.capacity = capacity;
  }

  /** Takes in a newer record of an incident. */
  synchronized Offered offer(AlertPost post, long nowMillis) {
    Optional<AlertIdentity> open = openAlertOf(post.identity().incident());
    if (open.isEmpty() && post.endMillis() < nowMillis - maxAgeMillis) {
      return Offered.STALE;
    }
    AlertPost named = open.map(post::continuing).orElse(post);
    boolean full = entries.size() >= capacity && !entries.containsKey(named.identity());
    Optional<AlertIdentity> displaced = full ? placeFor(named, open) : Optional.empty();
    if (full && displaced.isEmpty()) {
      return Offered.NO_ROOM;
    }
    displaced.ifPresent(entries::remove);
    open.filter(known -> !known.equals(named.identity()))
        .ifPresent(known -> end(known, post.endMillis(), nowMillis));
    entries
        .computeIfAbsent(named.identity(), unknown -> new OutboxEntry(named))
        .replace(named, nowMillis);
    return displaced.equals(open) || displaced.isEmpty() ? Offered.TAKEN : Offered.DISPLACING;
  }

  /** Of a page the ticket that it was, or else one that is over, or else the youngest. */
  private Optional<AlertIdentity> placeFor(AlertPost post, Optional<AlertIdentity> open) {
    if (!post.firing() || post.identity().severity() != Severity.PAGE) {
      return Optional.empty();
    }
    return open.or(
        () ->
            entries.values().stream()
                .map(OutboxEntry::post)
                .filter(other -> other.identity().severity() == Severity.TICKET)
                .min(
                    Comparator.comparing(AlertPost::firing)
                        .thenComparing(Comparator.comparingLong(AlertPost::startMillis).reversed()))
                .map(AlertPost::identity));
  }

  private Optional<AlertIdentity> openAlertOf(String incident) {
    return entries.values().stream()
        .map(OutboxEntry::post)
        .filter(post -> post.firing() && post.identity().incident().equals(incident))
        .map(AlertPost::identity)
        .findFirst();
  }

  /** Under this name the incident is over: it goes on under another. */
  private void end(AlertIdentity known, long endMillis, long nowMillis) {
    OutboxEntry entry = entries.get(known);
    if (entry != null) {
      entry.replace(entry.post().ended(endMillis), nowMillis);
    }
  }

  /** What has waited longest of what is to be posted by now. */
  synchronized Optional<AlertPost> next(long nowMillis) {
    return entries.values().stream()
        .filter(entry -> entry.isDue(nowMillis))
        .min(Comparator.comparingLong(OutboxEntry::dueMillis))
        .map(OutboxEntry::post);
  }

  /**
   * Forgets ends that could not be posted until Alertmanager has found out by itself, and says how
   * many.
   */
  synchronized int forgetExpired(long nowMillis) {
    int before = entries.size();
    entries
        .values()
        .removeIf(entry -> !entry.post().firing() && entry.sinceMillis() + validMillis < nowMillis);
    return before - entries.size();
  }

  /** {@code post} has been accepted. */
  synchronized void accepted(AlertPost post, long nowMillis) {
    OutboxEntry entry = entries.get(post.identity());
    if (entry == null) {
      return;
    }
    entry.told(nowMillis + (post.firing() ? validMillis : 0));
    settle(entry, post, Stage.TOLD, nowMillis + REPEAT_MILLIS);
  }

  /**
   * {@code post} will never be accepted; only a newer record of it is worth an attempt. Returns
   * whether that is news.
   */
  synchronized boolean refused(AlertPost post, long nowMillis) {
    OutboxEntry entry = entries.get(post.identity());
    if (entry == null) {
      return false;
    }
    settle(entry, post, Stage.REFUSED, nowMillis);
    return entry.refuse();
  }

  /** {@code post} was not heard, and comes after all others that wait. */
  synchronized void postpone(AlertPost post, long untilMillis) {
    OutboxEntry entry = entries.get(post.identity());
    if (entry != null) {
      entry.move(entry.stage(), untilMillis);
    }
  }

  /** Nothing of this holds for a newer record that has come in the meantime. */
  private void settle(OutboxEntry entry, AlertPost post, Stage stage, long dueMillis) {
    if (entry.post().equals(post)) {
      entry.move(stage, dueMillis);
      if (!post.firing()) {
        entries.remove(post.identity());
      }
    }
  }

  /** How long nothing is to be posted, if nothing comes in. */
  synchronized long millisToNext(long nowMillis) {
    return entries.values().stream()
        .filter(entry -> entry.stage() != Stage.REFUSED)
        .mapToLong(entry -> entry.isDue(nowMillis) ? 0 : entry.dueMillis() - nowMillis)
        .min()
        .orElse(REPEAT_MILLIS);
  }

  /** What Alertmanager has never been told. */
  synchronized List<AlertPost> untold() {
    return entries.values().stream()
        .filter(entry -> entry.stage() == Stage.WAITING)
        .map(OutboxEntry::post)
        .toList();
  }

  /** All that has to be known after a restart. */
  synchronized List<OpenAlert> snapshot() {
    List<OpenAlert> alerts = new ArrayList<>();
    entries.values().forEach(entry -> alerts.add(entry.snapshot()));
    return alerts;
  }

  /**
   * Takes back what a snapshot has. What Alertmanager has found to be over by now, and is not
   * fresh, needs a newer record to be opened again: it may have ended long ago.
   */
  synchronized void restore(Iterable<OpenAlert> alerts, long nowMillis) {
    for (OpenAlert alert : alerts) {
      AlertPost post = alert.post();
      if (alert.toldUntilMillis() > nowMillis || post.endMillis() >= nowMillis - maxAgeMillis) {
        OutboxEntry entry = new OutboxEntry(post);
        entry.replace(post, nowMillis);
        entry.told(alert.toldUntilMillis());
        entries.put(post.identity(), entry);
      }
    }
  }
}
