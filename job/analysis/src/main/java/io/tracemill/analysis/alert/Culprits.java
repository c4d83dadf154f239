package io.tracemill.analysis.alert;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.change.CulpritChange;
import io.tracemill.analysis.mutation.Subject;
import io.tracemill.analysis.span.Frame;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Whom an alert is put down to. */
final class Culprits {
  private Culprits() {}

  /** The first one; of an alert that nobody is to blame for, what it is about. */
  static Culprit top(Alert alert) {
    List<CulpritChange> culprits = alert.finding().culprits();
    return culprits.isEmpty()
        ? own(alert.finding().trial().subject(), alert.endpoints().get(0))
        : culprits.get(0).culprit();
  }

  /** What a subject is about: a call is its caller's, a category its endpoint's. */
  static Culprit own(Subject subject, Frame endpoint) {
    if (subject instanceof Subject.PlaceTime place) {
      return place.place();
    }
    if (subject instanceof Subject.CallShare call) {
      return new FrameCulprit(call.caller());
    }
    return new FrameCulprit(endpoint);
  }

  /** The services of those that have at least half the part of the first one. */
  static Set<String> mainServices(Alert alert) {
    return main(alert).stream().map(Culprit::service).collect(Collectors.toSet());
  }

  /**
   * The first one and those that have at least half its part, or, where nothing is known of its
   * part, half the largest.
   */
  static Set<Culprit> main(Alert alert) {
    List<CulpritChange> culprits = alert.finding().culprits();
    double part =
        culprits.stream()
            .mapToDouble(Culprits::part)
            .filter(known -> known > 0)
            .findFirst()
            .orElse(1);
    Set<Culprit> main =
        culprits.stream()
            .filter(culprit -> 2 * part(culprit) >= part)
            .map(CulpritChange::culprit)
            .collect(Collectors.toCollection(HashSet::new));
    main.add(top(alert));
    return main;
  }

  private static double part(CulpritChange culprit) {
    return Math.abs((double) culprit.nanos());
  }
}
