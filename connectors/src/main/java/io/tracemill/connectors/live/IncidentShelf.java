package io.tracemill.connectors.live;

import static java.util.Comparator.comparing;

import io.tracemill.analysis.record.IncidentRecord;
import io.tracemill.analysis.record.MutationRecord;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The newest record of each incident and of its mutations. When full, it drops ended incidents
 * first, oldest first.
 */
final class IncidentShelf {
  /** The job repeats the record of a firing incident more often than this. */
  private static final long SILENCE_MILLIS = 15 * 60_000;

  /** How long the job's accounts may be ahead of the records of incidents. */
  private static final long ACCOUNT_LEAD_MILLIS = 60_000;

  /**
   * Firing incidents first, muted ones last of them, by severity and rank; then ended ones, newest
   * first.
   */
  private static final Comparator<IncidentView> WORST_FIRST =
      comparing((IncidentView each) -> !each.firing())
          .thenComparing(each -> each.firing() && each.isMuted())
          .thenComparing(each -> each.firing() ? each.record().severity().ordinal() : 0)
          .thenComparingLong(
              each -> each.firing() ? each.record().rank() : -each.record().judgedMillis())
          .thenComparing(IncidentView::id);

  private final int maxIncidents;
  private final long maxCharacters;
  private final Map<String, IncidentView> byId = new HashMap<>();
  private final BiConsumer<Optional<IncidentView>, IncidentView> changes;

  /** By incident, and by incident and endpoint; a mutation may arrive before its incident. */
  private final RecordShelf<String> mutations;

  private final RecordShelf<Place> mutationsOfEndpoints;

  private long characters;
  private long nowMillis;
  private long nothingFiredMillis;

  /** An endpoint of an incident. */
  private record Place(String incident, Frame endpoint) {}

  /**
   * An empty shelf.
   *
   * @param maxCharacters size of all incidents together, and of all mutations together
   * @param changes gets each record of an incident, and the one before
   */
  IncidentShelf(
      int maxIncidents,
      long maxCharacters,
      BiConsumer<Optional<IncidentView>, IncidentView> changes) {
    this.maxIncidents = maxIncidents;
    this.maxCharacters = maxCharacters;
    this.changes = changes;
    this.mutations = new RecordShelf<>(1, maxCharacters);
    this.mutationsOfEndpoints = new RecordShelf<>(1, maxCharacters);
  }

  /** Adds a record of an incident; ignores it if it is older than the newest of that incident. */
  void acceptIncident(IncidentRecord record, String text) {
    advanceTo(record.judgedMillis());
    IncidentView incident = new IncidentView(record, text, record.firing());
    IncidentView old = byId.get(incident.id());
    if (old == null || old.record().judgedMillis() <= record.judgedMillis()) {
      byId.put(incident.id(), incident);
      changes.accept(Optional.ofNullable(old), incident);
      characters += incident.text().length() - (old == null ? 0 : old.text().length());
    }
    while (byId.size() > maxIncidents || characters > maxCharacters) {
      byId.values().stream()
          .min(comparing(IncidentView::firing).thenComparing(each -> each.record().judgedMillis()))
          .ifPresent(this::remove);
    }
  }

  private void remove(IncidentView incident) {
    byId.remove(incident.id());
    characters -= incident.text().length();
    mutations.remove(incident.id());
    incident
        .record()
        .endpoints()
        .forEach(each -> mutationsOfEndpoints.remove(new Place(incident.id(), each)));
  }

  /** Adds a mutation; it may arrive before its incident. */
  void acceptMutation(MutationRecord mutation, String text) {
    String id = mutation.id();
    mutation.incident().ifPresent(incident -> mutations.accept(incident, 0, id, text));
    mutation
        .incident()
        .flatMap(incident -> mutation.endpoint().map(each -> new Place(incident, each)))
        .ifPresent(place -> mutationsOfEndpoints.accept(place, 0, id, text));
  }

  /** Whether it has a record of this incident. */
  boolean knows(String id) {
    return byId.containsKey(id);
  }

  /** The time of the results, since the epoch. */
  long nowMillis() {
    return nowMillis;
  }

  /** Advances the time of the results. */
  void advanceTo(long millis) {
    nowMillis = Math.max(nowMillis, millis);
  }

  /** Tells the shelf that, according to the job, no incident fires at this time. */
  void nothingFires(long millis) {
    nothingFiredMillis = Math.max(nothingFiredMillis, millis);
    advanceTo(millis);
  }

  /** A firing incident whose newest record is older than this counts as ended. */
  private long silentBeforeMillis() {
    return Math.max(nowMillis - SILENCE_MILLIS, nothingFiredMillis - ACCOUNT_LEAD_MILLIS);
  }

  /** All incidents, worst first. */
  List<IncidentView> worstFirst() {
    long silentBefore = silentBeforeMillis();
    return byId.values().stream().map(each -> each.asOf(silentBefore)).sorted(WORST_FIRST).toList();
  }

  Optional<IncidentView> incident(String id) {
    return Optional.ofNullable(byId.get(id)).map(each -> each.asOf(silentBeforeMillis()));
  }

  /** The mutations of an incident, as JSON. */
  List<String> mutations(String incident) {
    return mutations.of(incident);
  }

  /** The mutations of an endpoint as JSON, those of the worst incident first. */
  List<String> mutations(Frame endpoint) {
    return worstFirst().stream()
        .flatMap(each -> mutationsOfEndpoints.of(new Place(each.id(), endpoint)).stream())
        .toList();
  }
}
