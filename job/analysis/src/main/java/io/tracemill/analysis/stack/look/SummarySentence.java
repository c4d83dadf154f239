package io.tracemill.analysis.stack.look;

import io.tracemill.analysis.explanation.Figures;
import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.stack.look.StackExplanation.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Says in a sentence what an explanation found. */
final class SummarySentence {
  private static final int NAMED = 3;

  private SummarySentence() {}

  static String of(Frame span, Verdict verdict, List<Feature> culprits) {
    String name = Figures.name(span.toString());
    return switch (verdict) {
      case TOO_FEW_SAMPLES -> "Too few stack samples to say why %s is slow.".formatted(name);
      case NO_ANOMALY ->
          "No process, thread, function or wait explains why %s is slow.".formatted(name);
      case CULPRITS ->
          culprits.stream()
              .filter(culprit -> !isThreadOfAnother(culprit, culprits))
              .limit(NAMED)
              .map(SummarySentence::text)
              .collect(Collectors.joining("; ", "", "."));
    };
  }

  private static boolean isThreadOfAnother(Feature culprit, List<Feature> culprits) {
    return culprit.look() == Feature.Kind.THREAD
        && culprits.stream()
            .anyMatch(
                other ->
                    other.look() == Feature.Kind.PROCESS
                        && other.process().equals(culprit.process()));
  }

  private static String text(Feature culprit) {
    return String.format(
        Locale.ROOT,
        "%s `%s` took %.0f %% of %s under slow spans, %.0f %% under fast ones (p %.3f)",
        place(culprit),
        Figures.name(culprit.name()),
        100 * culprit.slowShare(),
        beside(culprit) ? "the CPU" : "self time",
        100 * culprit.fastShare(),
        culprit.pValue());
  }

  private static boolean beside(Feature culprit) {
    return culprit.look() == Feature.Kind.PROCESS || culprit.look() == Feature.Kind.THREAD;
  }

  private static String place(Feature culprit) {
    if (!beside(culprit)) {
      return "in " + Figures.name(culprit.process());
    }
    String first = Figures.name(culprit.hosts().get(0));
    int more = culprit.hosts().size() - 1;
    return more == 0 ? "on " + first : "on %s and %d more".formatted(first, more);
  }
}
