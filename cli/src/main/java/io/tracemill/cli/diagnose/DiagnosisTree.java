package io.tracemill.cli.diagnose;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import io.tracemill.analysis.view.tprof.Ranking;
import io.tracemill.cli.query.answer.Lane;
import io.tracemill.cli.screen.Page;
import io.tracemill.cli.screen.Wording;
import io.tracemill.connectors.output.FindingRecord;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Prints the records of a diagnosis as text: a tree for each ranking, in order of rank. */
public final class DiagnosisTree {
  private static final int COLUMNS = 80;
  private static final int INDENT = 2;

  /** Findings that explain a smaller share of latency are left out. */
  private static final double MIN_EXPLAINED = 0.01;

  /** The records by ranking and id, in their original order. */
  private final Map<String, Map<String, FindingRecord>> rankings = new LinkedHashMap<>();

  private DiagnosisTree() {}

  /** Makes a tree of records, in the order in which they were written. */
  public static DiagnosisTree of(List<FindingRecord> records) {
    DiagnosisTree tree = new DiagnosisTree();
    for (FindingRecord record : records) {
      // The record of the whole follows that of its part; both have the same id.
      tree.rankings
          .computeIfAbsent(record.ranking(), added -> new LinkedHashMap<>())
          .putIfAbsent(record.id(), record);
    }
    return tree;
  }

  /**
   * Prints both trees; from the second tree, only the findings that differ.
   *
   * @param all whether to print every finding. Otherwise prints those that matter, and the parts of
   *     each operation only for its first request type and first structure
   */
  public void print(PrintWriter out, boolean all) {
    List<FindingRecord> byWaiting = shown(Ranking.CRITICAL_PATH, all);
    List<FindingRecord> byWork = shown(Ranking.SELF_TIME, all);
    Page page = new Page(Lane.columns().orElse(COLUMNS));
    if (rankings.isEmpty()) {
      page.prose("", "There is nothing to diagnose: no requests.");
    } else {
      page.prose("", "BY WAITING: where the critical paths of requests wait longest.");
      byWaiting.forEach(finding -> add(page, finding));
      if (byWaiting.isEmpty()) {
        page.prose("", "No operation explains 1 % of latency.");
      }
      if (!byWork.isEmpty()) {
        page.prose("", "");
        page.prose("", "BY WORK: where spans work longest, whether or not a request waits for it.");
        addOthers(page, byWork, places(byWaiting));
      }
      addHidden(page, byWaiting.size() + byWork.size());
    }
    out.print(page);
    out.flush();
  }

  private void addHidden(Page page, int shown) {
    List<FindingRecord> findings =
        rankings.values().stream().flatMap(ranking -> ranking.values().stream()).toList();
    int hidden = findings.size() - shown;
    if (hidden > 0) {
      long small = findings.stream().filter(finding -> !explains(finding)).count();
      page.prose("", "");
      page.prose(
          "",
          "%s with --verbose%s."
              .formatted(
                  Wording.count(hidden, "more finding"),
                  small == 0
                      ? ""
                      : "; %s of them %s less than 1 %% of latency"
                          .formatted(Wording.number(small), small == 1 ? "explains" : "explain")));
    }
  }

  private List<FindingRecord> shown(Ranking ranking, boolean all) {
    Map<String, FindingRecord> findings = findings(ranking);
    return findings.values().stream()
        .filter(finding -> all || (isOfFirstGroups(finding) && matters(finding, findings)))
        .toList();
  }

  private Map<String, FindingRecord> findings(Ranking ranking) {
    return rankings.getOrDefault(ranking.label(), Map.of());
  }

  /** Whether it lies below the first request type of its operation, and the first structure. */
  private static boolean isOfFirstGroups(FindingRecord finding) {
    return finding.layer() <= 2 || parent(finding).matches("\\d+(\\.1)+");
  }

  /** Whether it and all findings above it explain a relevant share of latency. */
  private static boolean matters(FindingRecord finding, Map<String, FindingRecord> findings) {
    return explains(finding)
        && Optional.ofNullable(findings.get(parent(finding)))
            .map(parent -> matters(parent, findings))
            .orElse(true);
  }

  private static boolean explains(FindingRecord finding) {
    return finding.explained() >= MIN_EXPLAINED;
  }

  private static String parent(FindingRecord finding) {
    return Objects.requireNonNullElse(finding.parent(), "");
  }

  /** Adds operations and their parts; for operations in {@code known}, only their number there. */
  private static void addOthers(
      Page page, List<FindingRecord> findings, Map<String, String> known) {
    Map<String, String> places = places(findings);
    for (FindingRecord finding : findings) {
      String number = number(finding);
      Optional<String> same =
          known.entrySet().stream()
              .filter(entry -> entry.getValue().equals(places.get(number)))
              .map(Map.Entry::getKey)
              .findFirst();
      if (same.isEmpty()) {
        add(page, finding);
      } else if (finding.layer() == 1) {
        page.prose(
            number + "  ",
            "%s, as %s above.".formatted(FindingText.operation(finding), same.get()));
      }
    }
  }

  /** All that is shown of each operation except ranks, by its number. */
  private static Map<String, String> places(List<FindingRecord> findings) {
    return findings.stream()
        .collect(
            groupingBy(
                DiagnosisTree::number,
                LinkedHashMap::new,
                mapping(DiagnosisTree::place, joining("\n"))));
  }

  private static String number(FindingRecord finding) {
    return finding.id().split("\\.", 2)[0];
  }

  private static String place(FindingRecord finding) {
    return "%s %s %s %s %s"
        .formatted(
            finding.operation(),
            finding.endpoint(),
            finding.group(),
            finding.position(),
            finding.part());
  }

  private static void add(Page page, FindingRecord finding) {
    page.prose(
        " ".repeat(INDENT * (finding.layer() - 1)) + finding.id() + "  ", FindingText.of(finding));
  }
}
