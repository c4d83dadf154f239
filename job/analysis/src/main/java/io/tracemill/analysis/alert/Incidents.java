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

/** Alerts of one cause are one incident (semantics 8). */
final class Incidents {
  private final Map<String, OpenIncident> open = new LinkedHashMap<>();

  boolean isEmpty() {
    return open.isEmpty();
  }

  /**
   * The incidents of alerts that begin to fire, which are part of them from now on. Each is grouped
   * with those before it, too; one that belongs to none begins its own.
   *
   * @param firing all that do already, whose incidents are settled
   * @return their ids, in the order of the alerts
   */
  List<String> group(List<Alert> beginning, List<Alert> firing) {
    Grouping grouping = new Grouping(open.values(), firing);
    List<String> ids = new ArrayList<>();
    for (Alert alert : beginning) {
      OpenIncident incident = grouping.of(alert).orElseGet(() -> begin(alert, grouping));
      incident.add(alert);
      grouping.add(alert, incident.id());
      ids.add(incident.id());
    }
    return ids;
  }

  private OpenIncident begin(Alert alert, Grouping grouping) {
    OpenIncident incident = OpenIncident.of(alert);
    open.put(incident.id(), incident);
    grouping.add(incident);
    return incident;
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
    Map<String, Long> nanos = new HashMap<>();
    firing.forEach((id, alerts) -> nanos.put(id, OpenIncident.contributionNanos(alerts)));
    Comparator<OpenIncident> largest =
        Comparator.comparingLong(incident -> -nanos.getOrDefault(incident.id(), 0L));
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
