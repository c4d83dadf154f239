package io.tracemill.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import io.tracemill.analysis.span.Frame;
import io.tracemill.analysis.view.tprof.Diagnosis;
import io.tracemill.analysis.view.tprof.Finding;
import io.tracemill.analysis.view.tprof.FindingSamples;
import io.tracemill.connectors.output.FindingRecord;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisTreeTest {
  private static String printed(DiagnosisTree tree) {
    StringWriter text = new StringWriter();
    tree.print(new PrintWriter(text), true);
    return text.toString();
  }

  @Test
  void theTreeHasAnEntryForEachFindingAndFitsATerminal() {
    String text = printed(DiagnosisTree.of(FindingRecord.of(FindingSamples.diagnosis())));

    assertThat(text.lines()).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    assertThat(text.lines().map(line -> line.strip().split(" ", 2)[0]))
        .containsSubsequence("1", "1.1", "1.1.1", "1.1.1.1", "1.1.1.2", "1.1.2");
  }

  @Test
  void figuresAreThoseOfTheRequestsThatAFindingIsAbout() {
    String text = flat(printed(DiagnosisTree.of(FindingRecord.of(FindingSamples.diagnosis()))));

    assertThat(text)
        .contains("shop POST /cart", "2,700 spans", "61 % of all requests")
        .contains("before the 1st of 2 calls of cart GET /items")
        .contains("from the end of db SELECT to the 1st of 2 calls of cart GET /items")
        .contains("p99 40 ms +- 3 ms", "24 sampled", FindingSamples.EXEMPLAR.hex())
        // Layer 3 of the sample is a tail issue.
        .contains("100 ms in the slowest requests with these calls (61 % of all)");
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", " ");
  }

  @Test
  void aRankingThatSaysTheSameIsNotRepeated() {
    String same = printed(DiagnosisTree.of(FindingRecord.of(FindingSamples.diagnosis())));
    Diagnosis other = FindingSamples.diagnosis(Frame.of("db", "SELECT"));
    String different =
        printed(
            DiagnosisTree.of(
                FindingRecord.of(
                    new Diagnosis(
                        5_000,
                        200,
                        false,
                        FindingSamples.diagnosis().byCriticalPath(),
                        other.bySelfTime()))));

    assertThat(same).containsOnlyOnce("1.1.1.1 ").contains("1  shop POST /cart, as 1 above");
    assertThat(different.lines().filter(line -> line.contains("1.1.1.1 "))).hasSize(2);
  }

  @Test
  void unlessAllAreWantedOnlyTheFirstStructureHasItsOrders() {
    StringWriter text = new StringWriter();
    DiagnosisTree.of(FindingRecord.of(FindingSamples.diagnosis()))
        .print(new PrintWriter(text), false);

    assertThat(text.toString())
        .contains("1.1.1.1 ", "1.1.1.2 ", "1.1.2 ")
        .doesNotContain("1.1.2.1 ")
        .contains("4 more findings");
  }

  /** Finding 17: the line to begin with explained 0 %. */
  @Test
  void findingsThatExplainLessThanOnePercentAreLeftOutAndCounted() {
    Finding waited = FindingSamples.diagnosis().byCriticalPath().get(0);
    Finding unwaited = explaining(FindingSamples.subSpan(1), 0.009);
    StringWriter text = new StringWriter();
    DiagnosisTree.of(
            FindingRecord.of(new Diagnosis(10, 10, true, List.of(waited), List.of(unwaited))))
        .print(new PrintWriter(text), false);

    assertThat(text.toString())
        .startsWith("BY WAITING: ")
        .doesNotContain("BY WORK")
        .contains("1 of them explains less than 1 % of latency.");
  }

  @Test
  void aFindingBelowOneThatIsLeftOutIsLeftOut() {
    Finding waited = FindingSamples.diagnosis().byCriticalPath().get(0);
    StringWriter text = new StringWriter();
    DiagnosisTree.of(
            FindingRecord.of(
                new Diagnosis(10, 10, true, List.of(explaining(waited, 0.001)), List.of())))
        .print(new PrintWriter(text), false);

    assertThat(text.toString())
        .contains("No operation explains 1 % of latency.", "more findings with --verbose")
        .doesNotContain("PROBLEM");
  }

  private static Finding explaining(Finding finding, double share) {
    return new Finding(
        finding.layer(),
        finding.kind(),
        finding.operation(),
        finding.endpoint(),
        finding.part(),
        finding.times(),
        finding.whole(),
        finding.tail(),
        finding.score(),
        share,
        finding.coverage(),
        finding.unnamed(),
        finding.exemplar(),
        finding.below());
  }

  @Test
  void figuresOfAllRequestsAreNotCalledSampled() {
    Diagnosis sample = FindingSamples.diagnosis();
    Diagnosis exact =
        new Diagnosis(5_000, 5_000, true, sample.byCriticalPath(), sample.bySelfTime());

    assertThat(printed(DiagnosisTree.of(FindingRecord.of(exact)))).doesNotContain("sampled");
  }

  @Test
  void withoutFindingsItSaysSo() {
    assertThat(printed(DiagnosisTree.of(List.of()))).contains("nothing to diagnose");
  }
}
