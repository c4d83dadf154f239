package io.tracemill.analysis.comparison;

import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import io.tracemill.analysis.detection.DetectionRules;
import io.tracemill.analysis.detection.DetectionRules.MinEffect;
import io.tracemill.analysis.explanation.Explanation;
import io.tracemill.analysis.explanation.SubjectFigures;
import io.tracemill.analysis.incident.Finding;
import io.tracemill.analysis.incident.Incident;
import io.tracemill.analysis.incident.Incident.Severity;
import io.tracemill.analysis.incident.Subject.PlaceTime;
import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.ranktest.FalseDiscoveries;
import io.tracemill.analysis.ranktest.RankTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tests two cohorts of the same minutes, such as two versions. Minutes vary for both alike, so a
 * rank test compares the times of requests at each place, at a false discovery rate of 1 %.
 */
final class SameTimeComparison {
  private static final double RATE = 0.01;

  private final DetectionRules rules;

  SameTimeComparison(DetectionRules rules) {
    this.rules = rules;
  }

  /** A tested place of an endpoint, slower or not. */
  private record Tested(Explanation why, PlaceTime subject, RankTest test, long extraNanos) {
    Finding finding() {
      return Finding.at(
          why.endpoint(),
          subject,
          why.before().side(subject),
          why.after().side(subject),
          why.window(),
          why.baseline(),
          test.pValue(),
          extraNanos);
    }
  }

  /** An incident for each service that is slower, the largest first. */
  List<Incident> incidents(List<Explanation> endpoints) {
    List<Tested> tested = endpoints.stream().flatMap(why -> tested(why).stream()).toList();
    double largest =
        FalseDiscoveries.largest(
            tested.stream().mapToDouble(each -> each.test().pValue()).toArray(), RATE);
    Map<String, List<Tested>> byService =
        tested.stream()
            .filter(each -> each.test().pValue() <= largest && isLarge(each))
            .collect(groupingBy(each -> each.subject().service(), LinkedHashMap::new, toList()));
    List<Incident> incidents = new ArrayList<>();
    byService.values().stream()
        .sorted(comparingLong(SameTimeComparison::sum).reversed())
        .forEach(found -> incidents.add(incident(found, incidents.size() + 1)));
    return incidents;
  }

  private static long sum(List<Tested> found) {
    return found.stream().mapToLong(Tested::extraNanos).sum();
  }

  /** All edges and operations of an endpoint that both cohorts have. */
  private static List<Tested> tested(Explanation why) {
    return why.after().counts().places().keySet().stream()
        .filter(Place::indivisible)
        .filter(place -> why.before().side(new PlaceTime(place)).requests() > 0)
        .map(
            place -> {
              PlaceTime subject = new PlaceTime(place);
              return new Tested(
                  why,
                  subject,
                  SubjectFigures.ranks(place, why.before(), why.after()),
                  SubjectFigures.extraNanos(subject, why.before(), why.after()));
            })
        .toList();
  }

  private boolean isLarge(Tested each) {
    Finding.Side before = each.why().before().side(each.subject());
    Finding.Side after = each.why().after().side(each.subject());
    double least = rules.minEffect().leastNanos((double) each.why().totals().before().meanNanos());
    return each.test().slower() > 0.5
        && after.requests() >= rules.minRequests()
        && each.extraNanos() >= least * after.requests()
        && after.meanNanos() - before.meanNanos() >= MinEffect.OWN_RISE * before.meanNanos();
  }

  private Incident incident(List<Tested> found, int rank) {
    List<Tested> largestFirst =
        found.stream().sorted(comparingLong(Tested::extraNanos).reversed()).toList();
    long all = sum(found);
    return new Incident(
        Incident.id(largestFirst.get(0).subject(), largestFirst.get(0).why().endpoint()),
        Optional.empty(),
        severity(largestFirst),
        rank,
        0,
        0,
        0,
        largestFirst.stream().map(each -> each.why().endpoint()).distinct().toList(),
        findings(largestFirst),
        all);
  }

  /** Each place once, with the figures of the endpoint where it costs most. */
  private static List<Finding> findings(List<Tested> largestFirst) {
    Map<PlaceTime, Finding> findings = new LinkedHashMap<>();
    largestFirst.forEach(each -> findings.putIfAbsent(each.subject(), each.finding()));
    return List.copyOf(findings.values());
  }

  private Severity severity(List<Tested> found) {
    boolean pages =
        found.stream()
            .map(each -> each.why().totals())
            .anyMatch(
                totals ->
                    rules
                        .page()
                        .includes(
                            (double) totals.after().meanNanos() - totals.before().meanNanos(),
                            (double) totals.before().meanNanos()));
    return pages ? Severity.PAGE : Severity.TICKET;
  }
}
