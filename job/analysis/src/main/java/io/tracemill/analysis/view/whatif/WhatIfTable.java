package io.tracemill.analysis.view.whatif;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.sample.KeptRequest;
import io.tracemill.analysis.sample.ReplayRules;
import io.tracemill.analysis.view.estimate.Basis;
import io.tracemill.analysis.view.whatif.WhatIf.Margin;
import io.tracemill.analysis.view.whatif.WhatIf.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The savings of requests if some of their places took another time (semantics 7.1).
 *
 * @param basis the requests; those of which only the critical path is kept are left out
 * @param before their recorded response times
 * @param changes the largest mean saving first
 */
public record WhatIfTable(Basis basis, Latency before, List<Row> changes) {
  /** Each place becomes faster by this part. */
  public static final double FASTER = 0.10;

  /** The number of places that become faster. */
  public static final int PLACES = 10;

  public WhatIfTable {
    changes = List.copyOf(changes);
  }

  /**
   * The outcome for one place.
   *
   * @param margin of an operation; edges and services have none
   */
  public record Row(Outcome outcome, Optional<Margin> margin) {}

  /** The savings if each of the most critical places became faster by {@link #FASTER}. */
  public static WhatIfTable of(Iterable<KeptRequest> requests, ReplayRules rules) {
    WhatIf whatIf = new WhatIf(requests, rules);
    return of(
        whatIf,
        whatIf.mostCritical(PLACES).stream()
            .map(place -> Intervention.faster(place, FASTER))
            .toList());
  }

  /** The answers to questions; those about places that the requests lack are left out. */
  public static WhatIfTable of(
      Iterable<KeptRequest> requests, ReplayRules rules, List<Question> questions) {
    WhatIf whatIf = new WhatIf(requests, rules);
    return of(whatIf, questions.stream().flatMap(each -> each.in(whatIf).stream()).toList());
  }

  private static WhatIfTable of(WhatIf whatIf, List<Intervention> interventions) {
    List<Outcome> outcomes = whatIf.ranked(interventions);
    Map<Place.Operation, Margin> margins =
        whatIf.margins(
            outcomes.stream()
                .map(outcome -> outcome.change().place())
                .filter(Place.Operation.class::isInstance)
                .map(Place.Operation.class::cast)
                .toList());
    return new WhatIfTable(
        whatIf.basis(),
        whatIf.before(),
        outcomes.stream()
            .map(outcome -> new Row(outcome, margin(margins, outcome.change().place())))
            .toList());
  }

  private static Optional<Margin> margin(Map<Place.Operation, Margin> margins, Place place) {
    return place instanceof Place.Operation operation
        ? Optional.ofNullable(margins.get(operation))
        : Optional.empty();
  }
}
