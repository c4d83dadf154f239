package io.tracemill.console.picture;

import static java.util.Comparator.comparing;

import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The newest record of each incident and of its mutations. When full, it drops ended incidents
 * first, oldest first.
 */
final class IncidentShelf {
  /** The job repeats the record of a firing incident more often than this. */
  private static final long SILENCE_MILLIS = 15 * 60_000;

  /** How long the job's accounts may be ahead of the records of incidents. */
  private static final long ACCOUNT_LEAD_MILLIS = 60_000;

  /** Firing incidents first, by severity and rank; then ended ones, newest first. */
  private static final Comparator<IncidentView> WORST_FIRST =
      comparing((IncidentView each) -> !each.firing())
          .thenComparing(
              each -> each.firing() ? IncidentView.SEVERITIES.indexOf(each.severity()) : 0)
          .thenComparingLong(each -> each.firing() ? each.rank() : -each.judgedMillis())
          .thenComparing(IncidentView::id);

  private final int maxIncidents;
  private final long maxCharacters;
  private final Map<String, IncidentView> byId = new HashMap<>();
  private final MutationShelf mutations;
  private long characters;
  private long nowMillis;
  private long nothingFiredMillis;

  /**
   * An empty shelf.
   *
   * @param maxCharacters size of all incidents together, and of all mutations together
   */
  IncidentShelf(int maxIncidents, long maxCharacters) {
    this.maxIncidents = maxIncidents;
    this.maxCharacters = maxCharacters;
    this.mutations = new MutationShelf(maxIncidents, maxCharacters);
  }

  /** Adds a record of an incident; ignores it if it is older than the newest of that incident. */
  void acceptIncident(Result result) {
    IncidentView incident = IncidentView.of(result);
    advanceTo(incident.judgedMillis());
    IncidentView old = byId.get(incident.id());
    if (old == null || old.judgedMillis() <= incident.judgedMillis()) {
      byId.put(incident.id(), incident);
      characters += incident.text().length() - (old == null ? 0 : old.text().length());
    }
    while (byId.size() > maxIncidents || characters > maxCharacters) {
      byId.values().stream()
          .min(comparing(IncidentView::firing).thenComparing(IncidentView::judgedMillis))
          .ifPresent(this::remove);
    }
  }

  private void remove(IncidentView incident) {
    byId.remove(incident.id());
    characters -= incident.text().length();
    mutations.remove(incident.id());
  }

  /** Adds a mutation; it may arrive before its incident. */
  void acceptMutation(Result result) {
    mutations.accept(result);
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
        .flatMap(each -> mutations.of(each.id(), endpoint).stream())
        .toList();
  }
}
