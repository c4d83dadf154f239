package io.tracemill.analysis.stack.look;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a look found.
 *
 * @param enough whether there were enough samples to look
 * @param features culprits first, then by coefficient, the largest first
 */
record LookResult(boolean enough, List<Feature> features, PaperBound bound) {
  private static final int SHOWN = 10;

  LookResult {
    features = List.copyOf(features);
  }

  static LookResult of(List<Feature> features, PaperBound bound) {
    Comparator<Feature> order =
        Comparator.comparing((Feature feature) -> !feature.culprit())
            .thenComparing(feature -> -feature.coefficientNanos())
            .thenComparing(feature -> feature.fastShare() - feature.slowShare());
    return new LookResult(true, features.stream().sorted(order).toList(), bound);
  }

  static LookResult tooFew() {
    return new LookResult(false, List.of(), PaperBound.NONE);
  }

  /** The culprits, the largest difference first. */
  List<Feature> culprits() {
    return features.stream()
        .filter(Feature::culprit)
        .sorted(Comparator.comparingDouble(feature -> feature.fastShare() - feature.slowShare()))
        .toList();
  }

  /** All culprits, and the ten other features with the largest coefficients. */
  Stream<Feature> shown() {
    return features.stream().limit(culprits().size() + SHOWN);
  }
}
