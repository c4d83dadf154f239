package io.tracemill.analysis.detection;

import io.tracemill.analysis.detection.Row.Kind;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.EndReason;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Which alarms are one incident, and when it is over (semantics 8.4). */
final class Incidents {
  /** Panes after an incident's begin in which what follows from it may begin: five minutes. */
  private static final long JOIN_MILLIS = 300_000;

  /** Panes in a row that have to look healthy. */
  private static final int RECOVERY_PANES = 3;

  /** The newest panes, which may be of the next fault. */
  private static final int NEWEST = 2;

  private static final int MAX_OPEN = 1000;
  private static final int GAP_PANES = 10;

  private final Grid grid;
  private final PaneClock clock;
  private final Rows rows;
  private final Course course;
  private final long acceptAfterMillis;
  private final List<OpenIncident> open = new ArrayList<>();
  private final List<Incident> ended = new ArrayList<>();
  private int dropped;

  Incidents(Grid grid, PaneClock clock, Rows rows, long acceptAfterMillis) {
    this.grid = grid;
    this.clock = clock;
    this.rows = rows;
    this.course = new Course(clock);
    this.acceptAfterMillis = acceptAfterMillis;
  }

  /** Before a new pane: nothing is known of what was open before a long gap. */
  void beforePane(long endMillis) {
    ended.clear();
    if (!open.isEmpty() && endMillis - clock.now() > GAP_PANES * grid.paneMillis()) {
      List.copyOf(open).forEach(incident -> close(incident, EndReason.NO_TRAFFIC));
    }
  }

  /** After it began: rows that an open incident is about keep what is suspicious out. */
  void holdNewest() {
    open.forEach(incident -> concerned(incident).forEach(row -> row.hold(clock, last())));
  }

  private int last() {
    return clock.size() - 1;
  }

  /**
   * Takes the alarms of a pane, opens and ends incidents.
   *
   * @param blind endpoints whose traces cannot be believed now: their silence means nothing
   */
  List<Incident> take(List<Alarm> alarms, Collection<Frame> blind) {
    List<Alarm> found = largestOfEach(alarms);
    for (Alarm alarm : found) {
      rows.related(alarm.key()).forEach(row -> row.hold(clock, alarm.question().first()));
    }
    open.forEach(incident -> join(found, incident));
    while (!found.isEmpty() && open.size() < MAX_OPEN) {
      Alarm first = found.remove(0);
      OpenIncident incident = new OpenIncident(clock.now(), first);
      open.add(incident);
      join(found, incident);
    }
    dropped = found.size();
    List<Incident> firing = new ArrayList<>();
    for (OpenIncident incident : List.copyOf(open)) {
      Incident record = IncidentRecords.firing(incident, clock.now());
      keepFaultOut(incident);
      if (!endIfOver(incident, blind)) {
        firing.add(record);
      }
    }
    return ranked(firing);
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

  /** Whether an alarm follows from an incident: a slower place does not hide in a notice. */
  private boolean belongs(Alarm alarm, OpenIncident incident) {
    if (incident.kind() == Kind.CALL && alarm.kind() != Kind.CALL) {
      return false;
    }
    if (alarm.service().equals(incident.lead().service())) {
      return true;
    }
    if (alarm.kind() == Kind.TIME && alarm.size() > incident.cost()) {
      return false;
    }
    return !Collections.disjoint(alarm.effect().endpoints().keySet(), incident.endpoints())
        && alarm.sinceMillis() <= incident.sinceMillis() + JOIN_MILLIS;
  }

  /** Places that touch the culprit's service learn nothing meanwhile. */
  private void keepFaultOut(OpenIncident incident) {
    if (incident.kind() == Kind.TIME) {
      int from =
          incident.firedMillis() == clock.now()
              ? Math.max(0, clock.firstAt(incident.sinceMillis()) - 1)
              : last();
      rows.ofService(incident.lead().service(), true)
          .forEach(row -> row.getValue().exclude(clock, from));
    }
  }

  private boolean endIfOver(OpenIncident incident, Collection<Frame> blind) {
    if (clock.now() - incident.firedMillis() >= acceptAfterMillis) {
      close(incident, EndReason.ACCEPTED);
      concerned(incident).forEach(Row::forget);
      rows.endpoints().forEach(of -> of.touch(clock));
      return true;
    }
    Question question = incident.lead().question();
    Optional<? extends Row> row = rows.row(question.key());
    boolean silent =
        row.map(course::isSilent).orElse(true) && Collections.disjoint(blind, incident.endpoints());
    boolean healthy = row.filter(known -> course.looksHealthy(known, question)).isPresent();
    if (incident.seesWell(silent || healthy) < RECOVERY_PANES) {
      return false;
    }
    close(incident, silent ? EndReason.NO_TRAFFIC : EndReason.RECOVERED);
    return true;
  }

  private void close(OpenIncident incident, EndReason reason) {
    open.remove(incident);
    ended.add(IncidentRecords.resolved(incident, reason, clock.now()));
    concerned(incident).forEach(row -> row.spend(clock, NEWEST));
    if (incident.kind() == Kind.CALL) {
      incident.alarms().stream()
          .filter(alarm -> alarm.kind() == Kind.CALL)
          .forEach(alarm -> rows.row(alarm.key()).ifPresent(Row::absorb));
    }
  }

  /** The rows that an incident is about. */
  private List<Row> concerned(OpenIncident incident) {
    Stream<Row> members =
        incident.alarms().stream().flatMap(alarm -> rows.related(alarm.key()).stream());
    Stream<? extends Row> others =
        switch (incident.kind()) {
          case TIME -> ofService(incident.lead().service());
          case CALL -> ofEndpoints(incident).flatMap(of -> of.calls().map(Map.Entry::getValue));
          case ERROR -> ofEndpoints(incident).flatMap(of -> of.errors().values().stream());
        };
    return Stream.<Row>concat(members, others).distinct().toList();
  }

  private Stream<EndpointRows> ofEndpoints(OpenIncident incident) {
    return incident.endpoints().stream().flatMap(of -> rows.endpoint(of).stream());
  }

  private Stream<Row> ofService(String service) {
    return rows.ofService(service, false)
        .flatMap(
            row ->
                Stream.concat(
                    Stream.of(row.getValue()),
                    Optional.ofNullable(
                        rows.pooled().get(((PlaceTime) row.getKey().subject()).place()))
                        .stream()));
  }

  /** All that are open, by rank, and those that ended with this pane. */
  private List<Incident> ranked(List<Incident> firing) {
    firing.sort(Comparator.comparing(Incident::severity).thenComparing(Incidents::byCost));
    List<Incident> all = new ArrayList<>();
    for (int rank = 1; rank <= firing.size(); rank++) {
      all.add(firing.get(rank - 1).withRank(rank));
    }
    all.addAll(ended);
    return all;
  }

  private static int byCost(Incident one, Incident other) {
    return Long.compare(other.contributionNanos(), one.contributionNanos());
  }

  /** Alarms of the newest pane for which there was no room. */
  int dropped() {
    return dropped;
  }

  /** Whether none is open. */
  boolean isEmpty() {
    return open.isEmpty();
  }

  List<OpenIncident> copyOfOpen() {
    return new ArrayList<>(open);
  }

  void restore(List<OpenIncident> incidents) {
    open.addAll(incidents);
  }
}
