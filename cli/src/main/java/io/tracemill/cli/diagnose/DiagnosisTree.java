package io.tracemill.cli.diagnose;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import io.tracemill.analysis.view.tprof.Ranking;
import io.tracemill.cli.screen.Page;
import io.tracemill.cli.screen.Wording;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Prints the records of a diagnosis as text: a tree for each ranking, in order of rank. */
public final class DiagnosisTree {
  private static final int COLUMNS = 80;
  private static final int INDENT = 2;

  /** Findings with smaller shares of the first one's score are left out. */
  private static final double MIN_SHARE = 0.05;

  /** The records by ranking and id, in their original order. */
  private final Map<String, Map<String, JsonNode>> rankings = new LinkedHashMap<>();

  private DiagnosisTree() {}

  /** Makes a tree of records, in the order in which they were written. */
  public static DiagnosisTree of(List<JsonNode> records) {
    DiagnosisTree tree = new DiagnosisTree();
    for (JsonNode record : records) {
      // The record of the whole follows that of its part; both have the same id.
      tree.rankings
          .computeIfAbsent(record.path("ranking").asText(), added -> new LinkedHashMap<>())
          .putIfAbsent(record.path("id").asText(), record);
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
    List<JsonNode> byWaiting = shown(Ranking.CRITICAL_PATH, all);
    List<JsonNode> byWork = shown(Ranking.SELF_TIME, all);
    Page page = new Page(COLUMNS);
    if (byWork.isEmpty()) {
      page.prose("", "There is nothing to diagnose: no requests.");
    } else {
      page.prose("", "BY WAITING: where the critical paths of requests wait longest.");
      byWaiting.forEach(finding -> add(page, finding));
      page.prose("", "");
      page.prose("", "BY WORK: where spans work longest, whether or not a request waits for it.");
      addOthers(page, byWork, places(byWaiting));
      int hidden =
          rankings.values().stream().mapToInt(Map::size).sum() - byWork.size() - byWaiting.size();
      if (hidden > 0) {
        page.prose("", "");
        page.prose("", "%s with --verbose.".formatted(Wording.count(hidden, "more finding")));
      }
    }
    out.print(page);
    out.flush();
  }

  private List<JsonNode> shown(Ranking ranking, boolean all) {
    Map<String, JsonNode> findings = findings(ranking);
    return findings.values().stream()
        .filter(finding -> all || (isOfFirstGroups(finding) && matters(finding, findings)))
        .toList();
  }

  private Map<String, JsonNode> findings(Ranking ranking) {
    return rankings.getOrDefault(ranking.label(), Map.of());
  }

  /** Whether it lies below the first request type of its operation, and the first structure. */
  private static boolean isOfFirstGroups(JsonNode finding) {
    String parent = finding.path("parent").asText();
    return finding.path("layer").asInt() <= 2 || parent.matches("\\d+(\\.1)+");
  }

  /** Whether its score is a relevant share of the first finding's with the same parent. */
  private static boolean matters(JsonNode finding, Map<String, JsonNode> findings) {
    String parent = finding.path("parent").asText();
    JsonNode first = findings.getOrDefault(parent.isEmpty() ? "1" : parent + ".1", finding);
    return finding.path("score").asDouble() >= MIN_SHARE * first.path("score").asDouble();
  }

  /** Adds operations and their parts; for operations in {@code known}, only their number there. */
  private static void addOthers(Page page, List<JsonNode> findings, Map<String, String> known) {
    Map<String, String> places = places(findings);
    for (JsonNode finding : findings) {
      String number = number(finding);
      Optional<String> same =
          known.entrySet().stream()
              .filter(entry -> entry.getValue().equals(places.get(number)))
              .map(Map.Entry::getKey)
              .findFirst();
      if (same.isEmpty()) {
        add(page, finding);
      } else if (finding.path("layer").asInt() == 1) {
        page.prose(
            number + "  ",
            "%s, as %s above.".formatted(FindingText.operation(finding), same.get()));
      }
    }
  }

  /** All that is shown of each operation except ranks, by its number. */
  private static Map<String, String> places(List<JsonNode> findings) {
    return findings.stream()
        .collect(
            groupingBy(
                DiagnosisTree::number,
                LinkedHashMap::new,
                mapping(DiagnosisTree::place, joining("\n"))));
  }

  private static String number(JsonNode finding) {
    return finding.path("id").asText().split("\\.", 2)[0];
  }

  private static String place(JsonNode finding) {
    return Stream.of("operation", "endpoint", "group", "position", "part")
        .map(field -> finding.path(field).toString())
        .collect(joining(" "));
  }

  private static void add(Page page, JsonNode finding) {
    String id = finding.path("id").asText();
    int layer = finding.path("layer").asInt();
    page.prose(" ".repeat(INDENT * (layer - 1)) + id + "  ", FindingText.of(finding));
  }
}
