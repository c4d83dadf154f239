package io.tracemill.analysis.alert;

import io.tracemill.analysis.alert.SystemTrial.Part;
import io.tracemill.analysis.cohort.Period;
import io.tracemill.analysis.mutation.EndpointSlide.Totals;
import io.tracemill.analysis.mutation.Finding;
import io.tracemill.analysis.mutation.MutationRules;
import io.tracemill.analysis.mutation.Trial;
import io.tracemill.analysis.span.Frame;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The answer to a question at one slide.
 *
 * @param finding without a contribution and culprits where there is nothing to explain
 * @param qValue the smallest rate of false discoveries at which it is one
 * @param discovery whether it is one
 * @param endpoints of the system's, those that have part in it, the largest first
 * @param parts of the system's, what each endpoint says; none of an endpoint's
 * @param totals of the first endpoint, as are the periods
 */
record Observation(
    Question question,
    Finding finding,
    double qValue,
    boolean discovery,
    List<Frame> endpoints,
    List<Part> parts,
    Totals totals,
    Period window,
    Period baseline) {

  Concerned concerned() {
    return Concerned.of(
        parts.isEmpty()
            ? List.of(totals)
            : parts.stream().map(part -> part.slide().totals()).toList());
  }

  /** What it says, whatever the sizes. */
  record Claim(Question question, boolean rose) {}

  Claim claim() {
    return new Claim(question, rose());
  }

  /** Whether the newest pane says what an alert of this direction does. */
  boolean isSame(boolean alertRose) {
    return Answer.of(trial().newest(), alertRose) == Answer.SAME;
  }

  /** The system's endpoints whose own change matters. */
  Set<Frame> endpointsIn(boolean alertRose, MutationRules rules) {
    return parts.stream()
        .filter(part -> part.matters(alertRose, rules))
        .map(part -> part.slide().endpoint())
        .collect(Collectors.toSet());
  }

  /** Whether an endpoint has something to say. */
  boolean isOf(Frame endpoint) {
    return parts.stream().anyMatch(part -> part.slide().endpoint().equals(endpoint));
  }

  /** Whether all of them have. */
  boolean isOfAll(List<Frame> endpoints) {
    return endpoints.stream().allMatch(this::isOf);
  }

  Trial trial() {
    return finding.trial();
  }

  boolean rose() {
    return trial().window().rose();
  }
}
