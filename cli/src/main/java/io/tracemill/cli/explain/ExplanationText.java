package io.tracemill.cli.explain;

import static java.util.stream.Collectors.joining;

import io.tracemill.analysis.stack.look.Feature;
import io.tracemill.analysis.stack.look.StackExplanation;
import io.tracemill.analysis.stack.look.StackExplanation.Heat;
import io.tracemill.cli.screen.Wording;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * An explanation for a terminal: its sentence, its evidence, and the features that stand out most.
 */
final class ExplanationText {
  private static final int SHOWN = 12;
  private static final int NAME = 48;

  private ExplanationText() {}

  static List<String> lines(StackExplanation found) {
    List<String> lines = new ArrayList<>();
    lines.add(Wording.frame(found.span()) + ": " + Wording.printable(found.summary()));
    lines.add(
        "  %s spans on %s; own time %s in %,d fast ones, %s in %,d slow ones (%s)"
            .formatted(
                Wording.number(found.hosts().stream().mapToInt(each -> each.spans()).sum()),
                Wording.printable(
                    found.hosts().stream()
                        .map(each -> each.host())
                        .limit(3)
                        .collect(joining(", "))),
                Wording.duration(found.selfNanos().fast()),
                found.policy().fastSpans(),
                Wording.duration(found.selfNanos().slow()),
                found.policy().slowSpans(),
                found.policy().name()));
    lines.add(
        "  samples: one every %s; %s beside fast spans, %s beside slow ones; %,d added in gaps, %,d"
                .formatted(
                    Wording.duration(found.samples().periodNanos()),
                    Wording.duration(found.samples().fastNanos()),
                    Wording.duration(found.samples().slowNanos()),
                    found.samples().virtual(),
                    found.samples().lost())
            + " lost, %,d without a time".formatted(found.samples().unstitchable()));
    lines.add("    kind       fast    slow      p    name (* = culprit)");
    found.features().stream()
        .sorted(Comparator.comparing(Feature::culprit).reversed())
        .limit(SHOWN)
        .map(ExplanationText::line)
        .forEach(lines::add);
    for (Heat.Row row : found.heat().rows()) {
      lines.add(
          "  %s of %s: %s"
              .formatted(
                  Wording.printable(row.name()), Wording.printable(row.host()), row.tenths()));
    }
    lines.add("");
    return lines;
  }

  private static String line(Feature feature) {
    return String.format(
        Locale.ROOT,
        "    %-8s %5.1f %% %5.1f %%  %.3f  %s %s",
        feature.look().name().toLowerCase(Locale.ROOT),
        100 * feature.fastShare(),
        100 * feature.slowShare(),
        feature.pValue(),
        feature.culprit() ? "*" : " ",
        Wording.shorten(Wording.printable(feature.name()), NAME));
  }
}
