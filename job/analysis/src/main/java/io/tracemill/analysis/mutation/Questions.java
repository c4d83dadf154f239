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

  /**
   * The places and services at which an endpoint's requests spend most time, then or now; places
   * before services. A service takes at least as long as any of its places, so that where there are
   * too many the smallest places go.
   */
  private static List<Culprit> places(MutationRules rules, Stretch before, Stretch after) {
    Set<Culprit> all = Stream.concat(before.places(), after.places()).collect(Collectors.toSet());
    Map<String, Long> placesOf =
        all.stream().collect(Collectors.groupingBy(Culprit::service, Collectors.counting()));
    boolean knowServices = before.knowsServices() && after.knowsServices();
    return all.stream()
        .filter(
            place ->
                !(place instanceof ServiceCulprit service)
                    // One that is one place, and itself, would be asked about twice.
                    || (knowServices && placesOf.getOrDefault(service.service(), 0L) > 2))
        .sorted(
            Comparator.comparingDouble(
                    (Culprit place) ->
                        -Math.max(before.ownMeanNanos(place), after.ownMeanNanos(place)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(rules.maxEdges())
        .sorted(Comparator.comparing(ServiceCulprit.class::isInstance))
        .toList();
  }
}
