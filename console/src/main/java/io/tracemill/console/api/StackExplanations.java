package io.tracemill.console.api;

import static java.util.Comparator.comparing;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.connectors.live.Picture;
import io.tracemill.connectors.output.ResultStream;
import java.util.Comparator;
import java.util.Optional;

/** Explanations by stack samples: the newest window first, and in a window those with culprits. */
final class StackExplanations {
  private static final int MAX_RECORDS = 200;

  private static final Comparator<StackExplanation> ORDER =
      comparing((StackExplanation each) -> each.window().endMillis())
          .reversed()
          .thenComparing(StackExplanation::verdict)
          .thenComparing(StackExplanation::span);

  private StackExplanations() {}

  /** The newest ones, of a span and of an incident if these are given. */
  static Records<StackExplanation> of(
      Picture picture, Optional<Frame> span, Optional<String> incident) {
    return new Records<>(
        Records.read(picture.records(ResultStream.STACK_EXPLANATIONS), StackExplanation.class)
            .records()
            .stream()
            .filter(each -> span.isEmpty() || span.get().equals(each.span()))
            .filter(each -> incident.isEmpty() || incident.equals(each.incidentId()))
            .sorted(ORDER)
            .limit(MAX_RECORDS)
            .toList());
  }
}
