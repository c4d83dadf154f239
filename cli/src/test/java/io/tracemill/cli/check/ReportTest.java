package io.tracemill.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
  private static String print(Finding... findings) {
    Report report = new Report();
    report.add("Things", List.of(findings));
    return report.toString();
  }

  @Test
  void whatIsFineIsSaidOnce() {
    assertThat(print(Finding.ok("all is well", "an example"), Finding.skipped("no time")))
        .isEqualTo(
            """
            Things
              ok       all is well
                         an example
              skipped  no time

            It could run as configured: 0 problems, 0 warnings.
            """);
  }

  @Test
  void whatAsksForActionIsRepeatedWithWhatToDoProblemsFirst() {
    assertThat(print(Finding.warning("slow", "hurry: true"), Finding.problem("gone", "come back")))
        .isEqualTo(
            """
            Things
              warning  slow
              problem  gone

            It could not run as configured: 1 problem, 1 warning. What to do:

            1. problem: gone
                  come back

            2. warning: slow
                  hurry: true
            """);
  }

  @Test
  void sentencesAreBrokenAndLinesToPasteAreNot() {
    String word = "wide ";
    String paste = "p".repeat(150);

    List<String> lines = print(Finding.warning(word.repeat(60), paste)).lines().toList();

    assertThat(lines).anyMatch(line -> line.endsWith(paste));
    assertThat(lines).filteredOn(line -> line.contains("wide")).hasSizeGreaterThan(5);
    assertThat(lines)
        .filteredOn(line -> line.contains("wide"))
        .allMatch(line -> line.length() <= Report.WIDTH);
  }

  @Test
  void namesCannotSteerTheTerminal() {
    assertThat(print(Finding.ok("\u001b[2J", "\u0007"))).doesNotContain("\u001b", "\u0007");
  }
}
