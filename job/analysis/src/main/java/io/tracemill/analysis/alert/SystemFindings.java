package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.SystemTrial.Part;
import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.mutation.Subject.PlaceTime;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.span.TraceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a reader wants to know of discoveries over all endpoints. Places that share endpoints where
 * both are a main part have one list of culprits, the largest contribution first: the others may be
 * its consequences.
 */
final class SystemFindings {
  private static final int MAX_CULPRITS = 10;

  private final List<Group> groups = new ArrayList<>();

  /** By endpoint, the largest contribution of a place. */
  private final Map<Frame, Long> largest = new HashMap<>();

  private record Group(Set<Frame> endpoints, List<SystemTrial> places) {}

  /**
   * @param discoveries of one slide
   */
  SystemFindings(List<SystemTrial> discoveries) {
    List<SystemTrial> places =
        discoveries.stream()
            .filter(trial -> trial.subject() instanceof PlaceTime)
            .sorted(Comparator.comparingLong(SystemTrial::contributionNanos).reversed())
            .toList();
    for (SystemTrial place : places) {
      for (Part part : place.partsInIt()) {
        largest.merge(part.slide().endpoint(), Math.abs(part.contributionNanos()), Math::max);
      }
    }
    places.forEach(this::add);
    groups.forEach(
        group ->
            group.places.sort(Comparator.comparingLong(SystemTrial::contributionNanos).reversed()));
  }

  private void add(SystemTrial place) {
    Group joined = new Group(mainEndpoints(place), new ArrayList<>(List.of(place)));
    for (Group group : groupsOf(joined.endpoints)) {
      joined.endpoints.addAll(group.endpoints);
      joined.places.addAll(group.places);
      groups.remove(group);
    }
    groups.add(joined);
  }

  /** Those where a place has at least half the part of the largest; else where it has most. */
  private Set<Frame> mainEndpoints(SystemTrial place) {
    Set<Frame> main = new HashSet<>();
    for (Part part : place.partsInIt()) {
      Frame endpoint = part.slide().endpoint();
      if (2 * Math.abs((double) part.contributionNanos()) >= largest.getOrDefault(endpoint, 0L)) {
        main.add(endpoint);
      }
    }
    if (main.isEmpty()) {
      main.add(place.endpoints().get(0));
    }
    return main;
  }

  private List<Group> groupsOf(Set<Frame> endpoints) {
    return groups.stream()
        .filter(group -> !Collections.disjoint(group.endpoints, endpoints))
        .toList();
  }

  /** What is known of one of the discoveries. */
  Finding of(SystemTrial trial) {
    Optional<Finding> example =
        trial.partsInIt().stream()
            .flatMap(part -> part.slide().findings().stream())
            .filter(finding -> finding.trial().subject().equals(trial.subject()))
            .findFirst();
    List<TraceId> before = example.map(Finding::before).orElse(List.of());
    List<TraceId> after = example.map(Finding::after).orElse(List.of());
    return new Finding(
        trial.trial(),
        trial.contributionNanos(),
        Optional.empty(),
        List.of(),
        culprits(trial, example),
        example.map(Finding::rules).orElse(List.of()),
        before,
        after);
  }

  private List<CulpritChange> culprits(SystemTrial trial, Optional<Finding> example) {
    boolean isPlace = trial.subject() instanceof PlaceTime;
    Set<Frame> endpoints = isPlace ? mainEndpoints(trial) : new HashSet<>(trial.endpoints());
    Stream<CulpritChange> places =
        groupsOf(endpoints).stream()
            .flatMap(SystemFindings::toBlame)
            .sorted(Comparator.comparingLong(SystemTrial::contributionNanos).reversed())
            .flatMap(place -> SystemCulprits.of(place).stream())
            .sorted(Comparator.comparingLong(CulpritChange::nanos).reversed());
    Stream<CulpritChange> all =
        isPlace
            ? places
            : Stream.concat(Stream.of(caller(trial.subject(), trial, example)), places);
    Set<Culprit> seen = new HashSet<>();
    return all.filter(change -> seen.add(change.culprit())).limit(MAX_CULPRITS).toList();
  }

  /** Where places of a service were found themselves, it is they, and not all of it. */
  private static Stream<SystemTrial> toBlame(Group group) {
    Set<String> services = new HashSet<>();
    for (SystemTrial trial : group.places) {
      if (!(place(trial) instanceof ServiceCulprit)) {
        services.add(place(trial).service());
      }
    }
    return group.places.stream()
        .filter(
            trial ->
                !(place(trial) instanceof ServiceCulprit all) || !services.contains(all.service()));
  }

  private static Culprit place(SystemTrial trial) {
    return ((PlaceTime) trial.subject()).place();
  }

  private static CulpritChange caller(
      Subject subject, SystemTrial trial, Optional<Finding> example) {
    Culprit caller = Culprits.own(subject, trial.endpoints().get(0));
    return example.stream()
        .flatMap(finding -> finding.culprits().stream())
        .filter(change -> change.culprit().equals(caller))
        .findFirst()
        .orElse(new CulpritChange(caller, 0, 0, 0));
  }
}
