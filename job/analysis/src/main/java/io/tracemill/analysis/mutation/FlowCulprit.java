package io.tracemill.analysis.mutation;

import io.tracemill.analysis.change.Culprit;
import io.tracemill.analysis.change.Culprit.FrameCulprit;
import io.tracemill.analysis.mutation.Found.Costly;
import io.tracemill.analysis.mutation.Subject.CallShare;
import io.tracemill.analysis.signature.CallTreeSignature;
import io.tracemill.analysis.signature.FlowCalls;
import io.tracemill.analysis.signature.FlowCalls.Call;
import io.tracemill.analysis.signature.FlowCalls.Place;
import io.tracemill.analysis.span.Frame;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whom changes of structure are put down to: the frame at which flows part (semantics 8). What
 * comes later, or above, may be its consequence.
 */
final class FlowCulprit {
  private final Found found;
  private final Flows flows;

  FlowCulprit(Found found, Flows flows) {
    this.found = found;
    this.flows = flows;
  }

  /**
   * Where the category that costs most parts from its precursor, if a call was found to begin or to
   * cease there; else the caller of the first such call; else, where no call was found, that of the
   * category alone.
   */
  Optional<Culprit> find() {
    Set<Frame> callers =
        found
            .calls()
            .map(one -> ((CallShare) one.asked().subject()).caller())
            .collect(Collectors.toSet());
    List<Culprit> partings = partings().map(Parting::culprit).toList();
    if (callers.isEmpty()) {
      return partings.stream().findFirst();
    }
    return partings.stream()
        .filter(place -> place instanceof FrameCulprit frame && callers.contains(frame.frame()))
        .findFirst()
        .or(this::firstCaller);
  }

  private Stream<Parting> partings() {
    Contrast window = found.window();
    return found
        .categoriesThatGrew()
        .flatMap(one -> one.asked().flow().flatMap(window::category).stream())
        .flatMap(
            grown ->
                window.precursors(grown).stream()
                    .limit(1)
                    .flatMap(top -> between(top.category(), grown).stream()));
  }

  private static Optional<Parting> between(CategoryChange precursor, CategoryChange grown) {
    return WhereFlowsPart.between(precursor.form(), grown.form());
  }

  private Optional<Culprit> firstCaller() {
    record Caller(Frame frame, Place place) {}
    return found
        .calls()
        .flatMap(
            one ->
                place(one).stream()
                    .map(place -> new Caller(((CallShare) one.asked().subject()).caller(), place)))
        .min(Comparator.comparing(Caller::place).thenComparing(Caller::frame))
        .map(caller -> new FrameCulprit(caller.frame()));
  }

  /** Where the call stands in the flow that makes it most often, or did. */
  private Optional<Place> place(Costly one) {
    if (!(one.asked().question() instanceof CallShareQuestion question)) {
      return Optional.empty();
    }
    Call call = new Call(question.subject().caller(), question.subject().callee());
    Stretch made =
        one.asked().trial().window().rose() ? found.window().after() : found.window().before();
    return question.call().makers().stream()
        .max(
            Comparator.comparingLong((CallTreeSignature flow) -> made.count(List.of(flow)))
                .thenComparing(Comparator.naturalOrder()))
        .flatMap(flow -> Optional.ofNullable(flows.calls().get(flow)))
        .flatMap((FlowCalls calls) -> calls.first(call));
  }
}
