package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.ServiceCulprit;
import io.tracemill.analysis.signature.CallTreeSignature;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All that is asked of two cohorts of an endpoint, in a fixed order. */
final class Questions {
  private Questions() {}

  static List<Question> of(MutationRules rules, Flows flows, Stretch before, Stretch after) {
    List<Question> questions = new ArrayList<>();
    for (CallTreeSignature flow : flows.comparable()) {
      long then = before.count(List.of(flow));
      long now = after.count(List.of(flow));
      if (Math.min(then, now) >= rules.minTraces()) {
        questions.add(new CategoryTimeQuestion(flow, before));
      }
      // A category that is new has no request in the baseline.
      if (Math.max(then, now) >= rules.minTraces()) {
        questions.add(new CategoryShareQuestion(flow, before));
      }
    }
    for (Culprit place : places(rules, before, after)) {
      questions.add(new PlaceTimeQuestion(place, before));
    }
    for (CallSubject call : CallSubject.of(flows, before, after, rules.maxEdges())) {
      questions.add(new CallShareQuestion(call, before));
    }
    return questions;
  }

  /** The places at which an endpoint's requests spend most time, then or now; then services. */
  private static List<Culprit> places(MutationRules rules, Stretch before, Stretch after) {
    Set<Culprit> all = Stream.concat(before.places(), after.places()).collect(Collectors.toSet());
    Map<String, Long> placesOf =
        all.stream().collect(Collectors.groupingBy(Culprit::service, Collectors.counting()));
    Comparator<Culprit> longestFirst =
        Comparator.comparingDouble(
                (Culprit place) -> -Math.max(before.ownMeanNanos(place), after.ownMeanNanos(place)))
            .thenComparing(Comparator.naturalOrder());
    boolean knowServices = before.knowsServices() && after.knowsServices();
    Stream<Culprit> services =
        all.stream()
            .filter(place -> knowServices && place instanceof ServiceCulprit)
            // One that is one place, and itself, would be asked about twice.
            .filter(service -> placesOf.getOrDefault(service.service(), 0L) > 2)
            .sorted(longestFirst);
    Stream<Culprit> places =
        all.stream().filter(place -> !(place instanceof ServiceCulprit)).sorted(longestFirst);
    return Stream.concat(places, services).limit(rules.maxEdges()).toList();
  }
}
