package io.tracemill.analysis.whatif;

import static java.util.stream.Collectors.toSet;

import io.tracemill.analysis.place.Place;
import io.tracemill.analysis.profile.EndpointAccumulator;
import io.tracemill.analysis.profile.ProfileReader;
import io.tracemill.analysis.profile.RequestSample;
import io.tracemill.analysis.record.EndpointProfile;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.whatif.WhatIf.Margin;
import io.tracemill.analysis.whatif.WhatIf.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The savings of an endpoint if some of its places took another time (semantics 7.1).
 *
 * @param requests number of the endpoint's requests
 * @param sampled number of requests with known spans; the answers come from these
 * @param leftOut number of requests with too many spans
 * @param before response times of all requests
 * @param changes the largest saving at the 99th percentile first
 */
public record WhatIfTable(
    long requests, long sampled, long leftOut, Latency before, List<Row> changes) {
  /** Each place becomes faster by this part. */
  public static final double FASTER = 0.10;

  /** Fewer requests than this say too little. */
  public static final int MIN_REQUESTS = 20;

  private static final int PLACES = 10;

  public WhatIfTable {
    changes = List.copyOf(changes);
  }

  /**
   * The outcome for one place.
   *
   * @param margin of an operation; edges have none
   */
  public record Row(Outcome outcome, Optional<Margin> margin) {}

  /**
   * The table of requests of all categories together, if enough of them have spans.
   *
   * @param toleranceNanos as for the critical path (semantics 5)
   */
  public static Optional<WhatIfTable> of(EndpointAccumulator requests, long toleranceNanos) {
    return sampled(requests.sample()) < MIN_REQUESTS
        ? Optional.empty()
        : Optional.of(
            table(
                ProfileReader.latency(requests.other()),
                requests.count(),
                requests.sample(),
                toleranceNanos,
                whatIf -> whatIf.ranked(FASTER, PLACES)));
  }

  /**
   * The answers to questions; empty if no sampled request has spans and a place of the questions.
   *
   * @param profile of all requests
   * @param sample of the same requests
   * @param toleranceNanos as for the critical path (semantics 5)
   */
  public static Optional<WhatIfTable> answers(
      EndpointProfile profile,
      RequestSample sample,
      long toleranceNanos,
      List<Question> questions) {
    if (sampled(sample) == 0) {
      return Optional.empty();
    }
    WhatIfTable table =
        table(
            profile.latencyNanos(),
            profile.traceCount(),
            sample,
            toleranceNanos,
            whatIf ->
                whatIf.ranked(
                    questions.stream().flatMap(each -> each.in(whatIf).stream()).toList()));
    return table.changes().isEmpty() ? Optional.empty() : Optional.of(table);
  }

  /** The number of sampled requests with spans. */
  private static long sampled(RequestSample sample) {
    return sample.strata().stream()
        .flatMap(stratum -> stratum.requests().stream())
        .filter(request -> request.spans().size() > 0)
        .count();
  }

  private static WhatIfTable table(
      EndpointProfile.Latency own,
      long requests,
      RequestSample sample,
      long toleranceNanos,
      Function<WhatIf, List<Outcome>> ask) {
    WhatIf whatIf = WhatIf.of(sample, toleranceNanos);
    List<Outcome> outcomes = ask.apply(whatIf);
    Map<Frame, Margin> margins = whatIf.margins(operations(outcomes));
    return new WhatIfTable(
        requests,
        sampled(sample),
        sample.tooLarge(),
        new Latency(own.mean(), own.p50(), own.p95(), own.p99()),
        outcomes.stream()
            .map(outcome -> new Row(outcome, margin(margins, outcome.change().place())))
            .toList());
  }

  private static Set<Frame> operations(List<Outcome> outcomes) {
    return outcomes.stream()
        .map(outcome -> outcome.change().place())
        .filter(Place.Operation.class::isInstance)
        .map(place -> ((Place.Operation) place).frame())
        .collect(toSet());
  }

  private static Optional<Margin> margin(Map<Frame, Margin> margins, Place place) {
    return place instanceof Place.Operation operation
        ? Optional.ofNullable(margins.get(operation.frame()))
        : Optional.empty();
  }
}
