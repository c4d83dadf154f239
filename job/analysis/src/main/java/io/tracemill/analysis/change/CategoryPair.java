package io.tracemill.analysis.change;

import io.tracemill.analysis.profile.CategoryAccumulator;
import java.util.List;
import java.util.stream.Stream;

/** What is compared as one category; a side has no request where its cohort has none of it. */
record CategoryPair(List<CategoryAccumulator> before, List<CategoryAccumulator> after) {
  CategoryPair {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** Whether there is nothing to compare. */
  boolean isEmpty() {
    return Stream.concat(before.stream(), after.stream()).allMatch(side -> side.count() == 0);
  }

  /** Whether each side is one category, so that their call paths can be paired. */
  boolean onBothSides() {
    return before.size() == 1 && after.size() == 1;
  }

  /** The call paths of a category that is on both sides. */
  PairedCallPaths callPaths() {
    return new PairedCallPaths(before.get(0).tree(), after.get(0).tree());
  }
}
