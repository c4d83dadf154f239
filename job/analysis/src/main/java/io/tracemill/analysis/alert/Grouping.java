package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.span.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds the incidents of alerts that begin to fire at one slide (semantics 8). It takes time in
 * proportion to an alert's endpoints and culprits, however many others fire.
 */
final class Grouping {
  /** By position: the one that has been open longest first. */
  private final List<OpenIncident> incidents = new ArrayList<>();

  private final Map<String, Integer> positions = new HashMap<>();
  private final Map<String, NavigableSet<Integer>> ofService = new HashMap<>();
  private final Map<Tie, NavigableSet<Integer>> ofTie = new HashMap<>();

  /** By what one alert may be a consequence of another: both have it. */
  private record Tie(Frame endpoint, Culprit mainCulprit) {}

  /**
   * @param open the one that has been open longest first
   * @param firing all that do already, each in an incident
   */
  Grouping(Collection<OpenIncident> open, List<Alert> firing) {
    open.forEach(this::add);
    firing.forEach(alert -> add(alert, alert.incident()));
  }

  /** An incident that begins after all others. */
  void add(OpenIncident incident) {
    int position = incidents.size();
    incidents.add(incident);
    positions.put(incident.id(), position);
    ofService.computeIfAbsent(incident.service(), service -> new TreeSet<>()).add(position);
  }

  /** From now on an alert of this incident fires. */
  void add(Alert alert, String incident) {
    Optional.ofNullable(positions.get(incident))
        .ifPresent(
            position ->
                ties(alert)
                    .forEach(
                        tie -> ofTie.computeIfAbsent(tie, one -> new TreeSet<>()).add(position)));
  }

  /**
   * The one of its first culprit's service; of those that are not too old for it, the one of the
   * service of one that did at least half as much, or of an alert of the same endpoint that it may
   * be a consequence of, by a main culprit. Of several, the one that has been open longest.
   */
  Optional<OpenIncident> of(Alert alert) {
    Predicate<OpenIncident> notTooOld = incident -> !incident.isTooOldFor(alert);
    return first(ofService, Stream.of(Culprits.top(alert).service()), incident -> true)
        .or(() -> first(ofService, Culprits.mainServices(alert).stream(), notTooOld))
        .or(() -> first(ofTie, ties(alert), notTooOld));
  }

  private <T> Optional<OpenIncident> first(
      Map<T, NavigableSet<Integer>> index, Stream<T> keys, Predicate<OpenIncident> condition) {
    return keys.flatMap(key -> Optional.ofNullable(index.get(key)).stream())
        .flatMap(known -> first(known, condition).stream())
        .min(Comparator.naturalOrder())
        .map(incidents::get);
  }

  private Optional<Integer> first(NavigableSet<Integer> known, Predicate<OpenIncident> condition) {
    return known.stream().filter(position -> condition.test(incidents.get(position))).findFirst();
  }

  private static Stream<Tie> ties(Alert alert) {
    Set<Culprit> culprits = Culprits.main(alert);
    return alert.endpoints().stream()
        .flatMap(endpoint -> culprits.stream().map(culprit -> new Tie(endpoint, culprit)));
  }
}
