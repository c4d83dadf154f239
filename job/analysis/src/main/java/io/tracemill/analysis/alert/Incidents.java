package io.tracemill.analysis.alert;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Alerts of one cause are one incident (semantics 8). */
final class Incidents {
  private final Map<String, OpenIncident> open = new LinkedHashMap<>();

  boolean isEmpty() {
    return open.isEmpty();
  }

  /**
   * The incident of an alert that begins to fire: the one of its first culprit's service; of those
   * that are not too old for it, the one of the service of one that did at least half as much, or
   * of an alert that it may be a consequence of; else a new one. Of several, the one that has been
   * open longest.
   *
   * @param firing all that do already, whose incidents are settled
   */
  String incidentOf(Alert alert, List<Alert> firing) {
    Set<String> mainServices = Culprits.mainServices(alert);
    Map<String, List<Alert>> byIncident = byIncident(firing);
    OpenIncident incident =
        first(known -> known.service().equals(Culprits.top(alert).service()))
            .or(() -> firstNotTooOld(alert, known -> mainServices.contains(known.service())))
            .or(() -> firstNotTooOld(alert, known -> known.explains(alert, of(known, byIncident))))
            .orElseGet(() -> OpenIncident.of(alert));
    open.putIfAbsent(incident.id(), incident);
    incident.add(alert);
    return incident.id();
  }

  private Optional<OpenIncident> first(Predicate<OpenIncident> condition) {
    return open.values().stream().filter(condition).findFirst();
  }

  private Optional<OpenIncident> firstNotTooOld(Alert alert, Predicate<OpenIncident> condition) {
    return first(known -> !known.isTooOldFor(alert) && condition.test(known));
  }

  /**
   * The records to be written.
   *
   * @param firing the largest contribution first
   * @param resolved at this slide, likewise
   */
  List<Incident> report(
      List<Alert> firing, List<Alert> resolved, long slideEndMillis, JudgeRules rules) {
    Map<String, List<Alert>> byIncident = byIncident(firing);
    Map<String, List<Alert>> ended = byIncident(resolved);
    open.values().forEach(incident -> incident.hear(of(incident, ended)));
    List<Incident> records = new ArrayList<>();
    int rank = 1;
    for (OpenIncident incident : byContribution(byIncident)) {
      incident
          .update(of(incident, byIncident), rank, slideEndMillis, rules)
          .ifPresent(records::add);
      rank++;
    }
    records.addAll(close(byIncident, ended, slideEndMillis));
    return records;
  }

  private List<OpenIncident> byContribution(Map<String, List<Alert>> firing) {
    Comparator<OpenIncident> largest =
        Comparator.comparingLong(incident -> -OpenIncident.contributionNanos(of(incident, firing)));
    return open.values().stream()
        .filter(incident -> firing.containsKey(incident.id()))
        .sorted(largest.thenComparing(OpenIncident::id))
        .toList();
  }

  private List<Incident> close(
      Map<String, List<Alert>> firing, Map<String, List<Alert>> resolved, long slideEndMillis) {
    List<Incident> records = new ArrayList<>();
    Iterator<OpenIncident> incidents = open.values().iterator();
    while (incidents.hasNext()) {
      OpenIncident incident = incidents.next();
      if (!firing.containsKey(incident.id())) {
        records.add(incident.resolve(of(incident, resolved), slideEndMillis));
        incidents.remove();
      }
    }
    return records;
  }

  private static List<Alert> of(OpenIncident incident, Map<String, List<Alert>> byIncident) {
    return byIncident.getOrDefault(incident.id(), List.of());
  }

  private static Map<String, List<Alert>> byIncident(List<Alert> alerts) {
    Map<String, List<Alert>> byIncident = new HashMap<>();
    for (Alert alert : alerts) {
      byIncident.computeIfAbsent(alert.incident(), id -> new ArrayList<>()).add(alert);
    }
    return byIncident;
  }

  void write(DataOutput out) throws IOException {
    Lists.write(out, open.values(), (to, incident) -> incident.write(to));
  }

  static Incidents read(DataInput in, int version) throws IOException {
    Incidents incidents = new Incidents();
    for (OpenIncident incident : Lists.read(in, from -> OpenIncident.read(from, version))) {
      incidents.open.put(incident.id(), incident);
    }
    return incidents;
  }
}
