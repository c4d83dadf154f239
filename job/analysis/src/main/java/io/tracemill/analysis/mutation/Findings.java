package io.tracemill.analysis.mutation;

import io.tracemill.analysis.mutation.Finding.PrecursorShare;
import io.tracemill.analysis.mutation.Found.Costly;
import io.tracemill.analysis.mutation.Subject.CategoryShare;
import io.tracemill.analysis.profile.WeightedRequest;
import java.util.ArrayList;
import java.util.List;

/** Makes of what was found what a reader wants to know. */
final class Findings {
  /** Differences are looked for in the most expensive ones: a tree costs more than all tests. */
  private static final int MAX_EXPLAINED = 5;

  private static final int MAX_PRECURSORS = 5;

  private final Flows flows;
  private final Contrast window;
  private final Examples examples;
  private final Differences differences;

  Findings(Flows flows, Contrast window, Differences differences) {
    this.flows = flows;
    this.window = window;
    this.examples = new Examples(window);
    this.differences = differences;
  }

  /** The largest contribution first. */
  List<Finding> of(Found found) {
    Blame blame = Blame.of(found, flows);
    List<Finding> findings = new ArrayList<>();
    for (Costly one : found.all()) {
      findings.add(of(one, blame, findings.size() < MAX_EXPLAINED));
    }
    return findings;
  }

  private Finding of(Costly one, Blame blame, boolean explained) {
    Asked asked = one.asked();
    List<WeightedRequest> before = examples.before(asked);
    List<WeightedRequest> after = examples.after(asked);
    return new Finding(
        asked.trial(),
        one.nanos(),
        asked.flow().flatMap(flows::form),
        precursors(asked),
        blame.culprits(asked),
        explained ? differences.between(before, after) : List.of(),
        examples.typical(before, asked),
        Examples.slowest(after, asked.subject()));
  }

  private List<PrecursorShare> precursors(Asked asked) {
    if (!(asked.subject() instanceof CategoryShare share)) {
      return List.of();
    }
    return window.category(share.flow()).stream()
        .flatMap(grown -> window.precursors(grown).stream())
        .limit(MAX_PRECURSORS)
        .map(this::share)
        .toList();
  }

  private PrecursorShare share(Precursor precursor) {
    CategoryChange category = precursor.category();
    return new PrecursorShare(
        category.flow(),
        precursor.distance(),
        Side.of(category.before(), window.before().count()).share(),
        Side.of(category.after(), window.after().count()).share());
  }
}
