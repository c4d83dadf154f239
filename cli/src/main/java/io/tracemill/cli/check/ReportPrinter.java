package io.tracemill.cli.check;

import io.tracemill.cli.check.Finding.Verdict;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Prints a report as plain text of at most {@value #WIDTH} columns: the sections, then once more
 * what somebody should do something about, with what to do. Lines to paste are never broken.
 */
final class ReportPrinter {
  static final int WIDTH = 100;
  private static final String INDENT = "  ";
  private static final int LABEL_WIDTH = 9;

  private final PrintWriter out;

  ReportPrinter(PrintWriter out) {
    this.out = out;
  }

  void print(Report report) {
    for (Report.Section section : report.sections()) {
      out.println(section.title());
      section.findings().forEach(this::print);
      out.println();
    }
    print(verdict(report), "", "");
    int number = 1;
    for (Finding finding :
        Stream.concat(report.of(Verdict.PROBLEM).stream(), report.of(Verdict.WARNING).stream())
            .toList()) {
      out.println();
      String first = number++ + ". ";
      print(finding.verdict().label() + ": " + finding.text(), first, " ".repeat(first.length()));
      finding.lines().forEach(line -> out.println(INDENT.repeat(3) + Wording.printable(line)));
    }
    out.flush();
  }

  private void print(Finding finding) {
    String label = String.format(Locale.ROOT, "%-" + LABEL_WIDTH + "s", finding.verdict().label());
    String below = INDENT + " ".repeat(LABEL_WIDTH);
    print(finding.text(), INDENT + label, below);
    if (!finding.asksForAction()) {
      finding.lines().forEach(line -> out.println(below + INDENT + Wording.printable(line)));
    }
  }

  private static String verdict(Report report) {
    int problems = report.of(Verdict.PROBLEM).size();
    int warnings = report.of(Verdict.WARNING).size();
    String found = Wording.count(problems, "problem") + ", " + Wording.count(warnings, "warning");
    String end = problems + warnings > 0 ? ". What to do:" : ".";
    return (report.runnable() ? "It could run as configured: " : "It could not run as configured: ")
        + found
        + end;
  }

  private void print(String text, String first, String below) {
    String indent = first;
    for (String line : wrapped(Wording.printable(text), WIDTH - below.length())) {
      out.println(indent + line);
      indent = below;
    }
  }

  private static List<String> wrapped(String text, int width) {
    List<String> lines = new ArrayList<>();
    String left = text;
    while (left.length() > width) {
      int space = left.lastIndexOf(' ', width);
      int cut = space > 0 ? space : width;
      lines.add(left.substring(0, cut));
      left = left.substring(cut).stripLeading();
    }
    lines.add(left);
    return lines;
  }
}
