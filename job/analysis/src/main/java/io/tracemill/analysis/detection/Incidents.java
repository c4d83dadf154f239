package io.tracemill.analysis.detection;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;

import io.tracemill.analysis.baseline.EndpointRows;
import io.tracemill.analysis.baseline.PaneClock;
import io.tracemill.analysis.baseline.Row;
import io.tracemill.analysis.baseline.Row.Kind;
import io.tracemill.analysis.baseline.RowKey;
import io.tracemill.analysis.baseline.Rows;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Groups alarms into incidents, and decides when an incident ends (semantics 8.4). */
final class Incidents {
  /** An alarm of the same cause begins up to this long after the incident. */
  private static final long JOIN_MILLIS = 300_000;

  /** An incident ends after this many healthy panes in a row. */
  private static final int RECOVERY_PANES = 3;

  /** A row looks healthy below this part of the rise, in the first window with enough requests. */
  private static final double HEALTHY = 0.4;

  /** The row is silent if the last one has fewer than {@link #ENOUGH} requests. */
  private static final int[] RECOVERY_WINDOWS = {2, 4, 10};

  private static final int ENOUGH = 3;

  /** The number of newest panes, which may belong to the next fault. */
  private static final int NEWEST = 2;

  private static final int MAX_OPEN = 1000;
  private static final int GAP_PANES = 10;

  private final PaneClock clock;
  private final Rows rows;
  private final long acceptAfterMillis;
  private final List<OpenIncident> open;
  private final List<Incident> ended = new ArrayList<>();
  private int dropped;

  /**
   * @param open the open incidents; this object changes them
   */
  Incidents(PaneClock clock, Rows rows, long acceptAfterMillis, List<OpenIncident> open) {
    this.clock = clock;
    this.rows = rows;
    this.acceptAfterMillis = acceptAfterMillis;
    this.open = open;
  }

  /** Called before a new pane: after a long gap, the earlier incidents are no longer known. */
  void beforePane(long endMillis) {
    ended.clear();
    if (!open.isEmpty() && endMillis - clock.now() > GAP_PANES * clock.paneMillis()) {
      List.copyOf(open).forEach(incident -> close(incident, EndReason.NO_TRAFFIC));
    }
  }

  /**
   * Called after the pane began: rows of an open incident keep suspicious panes out of their
   * baselines.
   */
  void holdNewest() {
    open.forEach(incident -> concerned(incident).forEach(row -> row.hold(clock, last())));
  }

  private int last() {
    return clock.size() - 1;
  }

  /**
   * Adds the alarms of a pane; opens and ends incidents.
   *
   * @param blind endpoints whose traces cannot be trusted now: they do not end an incident
   * @return all open incidents by rank, and those that ended with this pane
   */
  List<Incident> take(List<Alarm> alarms, Collection<Frame> blind) {
    List<Alarm> found = largestOfEach(alarms);
    for (Alarm alarm : found) {
      rows.related(alarm.key()).forEach(row -> row.hold(clock, alarm.question().first()));
    }
    open.forEach(incident -> join(found, incident));
    while (!found.isEmpty() && open.size() < MAX_OPEN) {
      OpenIncident incident = new OpenIncident(clock.now(), found.remove(0));
      open.add(incident);
      join(found, incident);
    }
    dropped = found.size();
    for (OpenIncident incident : List.copyOf(open)) {
      incident.measure();
      keepFaultOut(incident);
      endIfOver(incident, blind);
    }
    return records();
  }

  private static List<Alarm> largestOfEach(List<Alarm> alarms) {
    Map<RowKey, Alarm> largest = new LinkedHashMap<>();
    for (Alarm alarm : alarms) {
      largest.merge(
          alarm.key().member(),
          alarm,
          (known, other) -> other.size() > known.size() ? other : known);
    }
    List<Alarm> sorted = new ArrayList<>(largest.values());
    sorted.sort(Alarm.FIRST);
    return sorted;
  }

  private void join(List<Alarm> found, OpenIncident incident) {
    found.removeIf(
        alarm -> {
          boolean joins = belongs(alarm, incident);
          if (joins) {
            incident.add(alarm);
          }
          return joins;
        });
  }

  /**
   * Whether an alarm has the cause of an incident: the same service, or a shared endpoint and about
   * the same time. A notice absorbs a slower place only if its calls are the cause.
   */
  private static boolean belongs(Alarm alarm, OpenIncident incident) {
    Alarm lead = incident.lead();
    if (incident.kind() == Kind.CALL && alarm.kind() != Kind.CALL) {
      return alarm.isByCalls() && alarm.service().equals(lead.service());
    }
    return alarm.service().equals(lead.service())
        || (!Collections.disjoint(alarm.finding().endpoints(), incident.endpoints())
            && alarm.sinceMillis() <= incident.sinceMillis() + JOIN_MILLIS);
  }

  /** Places that touch the culprit's service do not learn while the incident is open. */
  private void keepFaultOut(OpenIncident incident) {
    if (incident.kind() == Kind.TIME) {
      int from =
          incident.firedMillis() == clock.now()
              ? Math.max(0, clock.firstAt(incident.sinceMillis()) - 1)
              : last();
      rows.touching(incident.lead().service()).forEach(row -> row.exclude(clock, from));
    }
  }

  private void endIfOver(OpenIncident incident, Collection<Frame> blind) {
    if (clock.now() - incident.firedMillis() >= acceptAfterMillis) {
      close(incident, EndReason.ACCEPTED);
      concerned(incident).forEach(Row::forget);
      return;
    }
    Question question = incident.lead().question();
    Optional<Row> row = rows.row(question.key());
    boolean silent =
        row.map(known -> known.allRequests(clock, newestFirst(known)) < ENOUGH).orElse(true)
            && Collections.disjoint(blind, incident.endpoints());
    boolean healthy = row.filter(known -> looksHealthy(known, question)).isPresent();
    if (incident.seesWell(silent || healthy) >= RECOVERY_PANES) {
      close(incident, silent ? EndReason.NO_TRAFFIC : EndReason.RECOVERED);
    }
  }

  /**
   * Whether requests arrive, and the newest ones are closer to the baseline than to the finding.
   */
  private boolean looksHealthy(Row row, Question question) {
    double change = row.meanOfAll(clock, newestFirst(row)) - question.normal();
    return change / question.change() < HEALTHY;
  }

  private int newestFirst(Row row) {
    int first = last();
    for (int window : RECOVERY_WINDOWS) {
      first = clock.first(window);
      if (row.allRequests(clock, first) >= ENOUGH) {
        return first;
      }
    }
    return first;
  }

  private void close(OpenIncident incident, EndReason reason) {
    open.remove(incident);
    ended.add(incident.resolved(reason, clock.now()));
    concerned(incident).forEach(row -> row.spend(clock, clock.size() - NEWEST));
    if (incident.kind() == Kind.CALL) {
      incident.alarms().stream()
          .filter(alarm -> alarm.kind() == Kind.CALL)
          .forEach(alarm -> rows.row(alarm.key()).ifPresent(Row::absorb));
    }
  }

  /** The rows of an incident. */
  private Stream<Row> concerned(OpenIncident incident) {
    Stream<Row> members = incident.alarms().stream().flatMap(alarm -> rows.related(alarm.key()));
    Stream<Row> others =
        switch (incident.kind()) {
          case TIME ->
              rows.placesOf(incident.lead().service())
                  .flatMap(place -> rows.related(RowKey.ofAll(new PlaceTime(place))));
          case CALL -> endpointsOf(incident).flatMap(of -> of.calls().map(Map.Entry::getValue));
          case ERROR -> endpointsOf(incident).flatMap(of -> of.errors().values().stream());
        };
    return Stream.concat(members, others);
  }

  private Stream<EndpointRows> endpointsOf(OpenIncident incident) {
    return incident.endpoints().stream().flatMap(of -> rows.endpoint(of).stream());
  }

  private List<Incident> records() {
    List<OpenIncident> byRank = new ArrayList<>(open);
    byRank.sort(
        comparing(OpenIncident::severity)
            .thenComparing(comparingLong((OpenIncident one) -> Math.round(one.cost())).reversed()));
    List<Incident> records = new ArrayList<>();
    byRank.forEach(one -> records.add(one.firing(records.size() + 1, clock.now())));
    records.addAll(ended);
    return records;
  }

  /** The number of alarms of the newest pane that found no room. */
  int dropped() {
    return dropped;
  }
}
