package io.tracemill.cli.check;

import static java.util.stream.Collectors.joining;

import io.tracemill.cli.check.Finding.Verdict;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.text.WordUtils;

/**
 * The findings of all steps, one section per step, in order. It prints as plain text of at most
 * {@value #WIDTH} columns. After the sections, a list repeats the findings that need action, with
 * advice. Lines to paste are never broken.
 */
final class Report {
  static final int WIDTH = 100;
  private static final String INDENT = "  ";
  private static final int LABEL_WIDTH = 9;
  private static final String BELOW = INDENT + " ".repeat(LABEL_WIDTH);

  private final Map<String, List<Finding>> sections = new LinkedHashMap<>();

  void add(String title, List<Finding> findings) {
    sections.computeIfAbsent(title, added -> new ArrayList<>()).addAll(findings);
  }

  void add(String title, Finding finding) {
    add(title, List.of(finding));
  }

  /** Marks sections as skipped. */
  void skip(String reason, String... titles) {
    for (String title : titles) {
      add(title, Finding.skipped(reason));
    }
  }

  private List<Finding> of(Verdict verdict) {
    return sections.values().stream()
        .flatMap(List::stream)
        .filter(finding -> finding.verdict() == verdict)
        .toList();
  }

  /** Whether {@code run} could run as configured. */
  boolean runnable() {
    return of(Verdict.PROBLEM).isEmpty();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    sections.forEach(
        (title, findings) -> {
          text.append(title).append('\n');
          findings.forEach(finding -> text.append(found(finding)));
          text.append('\n');
        });
    text.append(verdict()).append('\n');
    int number = 1;
    for (Finding finding :
        Stream.concat(of(Verdict.PROBLEM).stream(), of(Verdict.WARNING).stream()).toList()) {
      String first = number++ + ". ";
      String sentence = finding.verdict().label() + ": " + finding.text();
      text.append('\n')
          .append(wrapped(sentence, first, " ".repeat(first.length())))
          .append(lines(finding, INDENT.repeat(3)));
    }
    return text.toString();
  }

  void print(PrintWriter out) {
    toString().lines().forEach(out::println);
    out.flush();
  }

  private static String found(Finding finding) {
    String label = INDENT + ("%-" + LABEL_WIDTH + "s").formatted(finding.verdict().label());
    return wrapped(finding.text(), label, BELOW)
        + (finding.asksForAction() ? "" : lines(finding, BELOW + INDENT));
  }

  private static String lines(Finding finding, String indent) {
    return finding.lines().stream()
        .map(line -> indent + Wording.printable(line) + "\n")
        .collect(joining());
  }

  private String verdict() {
    int problems = of(Verdict.PROBLEM).size();
    int warnings = of(Verdict.WARNING).size();
    return "It could%s run as configured: %s, %s.%s"
        .formatted(
            runnable() ? "" : " not",
            Wording.count(problems, "problem"),
            Wording.count(warnings, "warning"),
            problems + warnings > 0 ? " What to do:" : "");
  }

  private static String wrapped(String sentence, String first, String below) {
    String text = Wording.printable(sentence);
    return first + WordUtils.wrap(text, WIDTH - below.length(), "\n" + below, true, " ") + "\n";
  }
}
