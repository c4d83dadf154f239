package io.tracemill.cli.evaluation;

import io.tracemill.cli.evaluation.AnomalyFold.Label;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** How many requests of each kind a rule flagged. */
final class AnomalyTally {
  private final Map<String, int[]> counts = new TreeMap<>();

  void add(String kind, boolean flagged) {
    int[] of = counts.computeIfAbsent(kind, added -> new int[2]);
    of[0] += flagged ? 1 : 0;
    of[1]++;
  }

  /** Flagged requests of a kind and all of them. */
  String text(Label label) {
    int[] of = of(label.name());
    return of[0] + " of " + of[1];
  }

  /** Quiet ones, those that touch a fault, those beside it, and those that touch a weak one. */
  String text() {
    return text(Label.QUIET)
        + ", "
        + text(Label.FAULT)
        + ", "
        + text(Label.BESIDE)
        + ", "
        + text(Label.WEAK);
  }

  double share(String kind) {
    int[] of = of(kind);
    return of[0] / Math.max(1.0, of[1]);
  }

  double precision() {
    int right = of(Label.FAULT.name())[0];
    return right / Math.max(1.0, right + of(Label.QUIET.name())[0]);
  }

  private int[] of(String kind) {
    return counts.getOrDefault(kind, new int[2]);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT, "%s P %.3f R %.3f", text(), precision(), share(Label.FAULT.name()));
  }
}
